// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::codegen {

/// Consistency of memories and precisions in the body of a procedure (not an instruction). Throws CheckError:
///   memory     a register is used outside of instructions; a register buffer or window is not whole registers; an
///              argument is not in its parameter's memory; a register number is not constant though the memory
///              requires it
///   precision  a memory cannot hold the type; the type of an argument is not the parameter's
///   registers  more are alive than the machine has, unless spills are allowed: then it is a warning
/// Returns warnings: also loops to unroll so that register numbers become constant.
std::vector<std::string> check_memories(const ir::Procedure&, bool allow_spills = false);

}  // namespace tessera::codegen
