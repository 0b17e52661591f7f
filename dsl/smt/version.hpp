// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace tessera::smt {

/// The version of the linked Z3, "4.8.12".
std::string z3_version();

}  // namespace tessera::smt
