// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "codegen/conformance/machine.hpp"

namespace tessera::conformance {

enum class ProbeAnswer { survived, died, not_compiled };

/// Does a program of these statements live on? They are compiled as the instruction is, with its headers and flags and
/// those of its memories, and run in a process of their own, once.
ProbeAnswer probe(const std::string& statements, const ir::Procedure& instruction, const Machine&,
                  const std::vector<std::string>& header_folders);

}  // namespace tessera::conformance
