// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/ir/stmt.hpp"
#include "dsl/smt/solver.hpp"

namespace tessera::check {

/// Proves for all sizes that satisfy the asserts, which must not contradict each other: every access lies in its
/// buffer, every window too, every allocation has no negative extent, every call's preconditions hold and its arguments
/// do not overlap what it writes, no parallel loop has iterations that conflict. Throws CheckError (code
/// "contradiction", "bounds", "assert", "alias" or "parallel"; exit 1 refuted, 3 undecided; whether the asserts can
/// hold may stay open).
void check_accesses(const ir::Procedure&, smt::Solver&);
/// What it asks, but for the asserts, each to be proved: for what makes a procedure.
std::vector<smt::Query> access_conditions(const ir::Procedure&, smt::Terms&);
/// The same for the procedure and all that it calls, instructions included.
void check_reachable(const ir::Procedure&, smt::Solver&);

}  // namespace tessera::check
