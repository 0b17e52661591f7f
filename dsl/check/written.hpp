// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/interp/compare.hpp"
#include "dsl/ir/stmt.hpp"

namespace tessera::check {

/// A procedure as written must not compute with what was never written, nor end with a copy of it, at any sizes: such
/// results are whatever lay in memory, and nothing can be compared with them. Each read of a new buffer is looked at
/// for all sizes: where no write before it is seen, the interpreter runs the procedure with sizes that lead there, and
/// what it meets is refused. Throws CheckError (code "unwritten"). What is neither proved nor met in a run is let
/// through: validation meets it. Z3 is not asked.
void check_written(const ir::Procedure&);

/// What a run of the procedure on these inputs met, as that error. It has read what was never written.
[[noreturn]] void refuse_unwritten(const interp::Failure&, const ir::Procedure&, const interp::Inputs&);

}  // namespace tessera::check
