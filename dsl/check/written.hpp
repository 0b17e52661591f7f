// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/interp/compare.hpp"
#include "dsl/ir/stmt.hpp"

namespace tessera::check {

/// A procedure as written must not compute with unwritten values, nor end with a copy of one, at any sizes: such
/// results are undefined, so nothing can be compared with them. Each read of a new buffer is analysed for all sizes:
/// where no write is found before it, the interpreter runs the procedure with sizes that lead there; an unwritten value
/// found is refused. Throws CheckError (code "unwritten"). Reads neither proved nor refuted pass: validation catches
/// them. Does not use Z3.
void check_written(const ir::Procedure&);

/// Throws that error for a failed run on these inputs, which has read an unwritten value.
[[noreturn]] void refuse_unwritten(const interp::Failure&, const ir::Procedure&, const interp::Inputs&);

}  // namespace tessera::check
