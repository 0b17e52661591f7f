// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "dsl/rewrite/proc.hpp"

namespace tessera::fuzz {

/// Emits the C of a procedure, compiles it with -Werror, runs it on random small numbers and compares with the
/// interpreter. Returns the fault; nothing when all agree, or code generation refuses.
std::optional<std::string> wrong_c(const Proc&);

}  // namespace tessera::fuzz
