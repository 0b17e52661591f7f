// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <initializer_list>

#include "codegen/conformance/machine.hpp"

namespace tessera::conformance {

/// The programs of a command, without their folders: what comes before its first option, "ccache" and "gcc" of
/// `ccache /usr/bin/gcc -O2`.
std::vector<std::string> programs_of(const std::vector<std::string>& command);

/// Names those that have no name: "cc under sim", and the words that tell those of one such name apart, as in
/// "cc under sim (-msve-vector-bits=256 max,sve-default-vector-length=32)". Returns why it cannot: two have the same
/// words, or the same name; else "".
std::string name_machines(std::initializer_list<std::vector<Machine>*> all);

}  // namespace tessera::conformance
