// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>

#include "dsl/ir/stmt.hpp"
#include "dsl/smt/solver.hpp"

namespace tessera::check {

/// Proves for all sizes that satisfy the asserts, which must not contradict each other: every access and window is in
/// bounds, no allocation has a negative extent, every call meets its preconditions and its arguments do not alias what
/// it writes, no parallel loop has conflicting iterations. Throws CheckError (code "contradiction", "bounds", "assert",
/// "align", "alias" or "parallel"; exit 1 refuted, 3 undecided; whether the asserts can hold may stay open).
void check_accesses(const ir::Procedure&, smt::Solver&);
/// Its queries except those about the asserts: for primitives that create a procedure.
std::vector<smt::Query> access_conditions(const ir::Procedure&, smt::Terms&);
/// The same for the procedure and all callees, instructions included: each once.
void check_reachable(const ir::Procedure&, smt::Solver&);

/// Procedures that this was proved of.
using Proved = std::set<ir::ProcRef>;
/// The same but for those that were proved before; adds what it proves.
void check_reachable(const ir::ProcRef&, smt::Solver&, Proved&);

}  // namespace tessera::check
