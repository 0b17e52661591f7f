// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::codegen {

/// Consistency of memories and precisions in the body of a procedure that is no instruction. Throws CheckError:
///   memory     a register is read or written other than by an instruction; a register buffer is no array of whole
///   vectors;
///              a register window is not whole vectors; the memory of an argument is not the parameter's;
///              a register number is not constant and the memory says it must be
///   precision  a memory cannot hold the type; the type of an argument is not the parameter's
/// Returns warnings: loops to unroll so that register numbers become constant, more vectors than registers.
std::vector<std::string> check_memories(const ir::Procedure&);

}  // namespace tessera::codegen
