// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "dsl/ir/difference.hpp"
#include "dsl/ir/path.hpp"
#include "dsl/smt/solver.hpp"

// `assert aligned(A, n)` of callees, asked again after a step that gives a buffer another place in memory: primitives
// that move, re-stride or replace buffers need no condition of their own for it.
namespace tessera::rewrite {

/// Whether a buffer's memory or layout may be another after the step: an allocation changed, or an argument.
bool may_move_buffers(const ir::Procedure& before, const ir::Procedure& after, const std::vector<ir::Difference>&);

/// Of one call.
struct AlignmentQuery {
  ir::Path call;
  smt::Query query;
};
/// Of all calls in the procedure whose callees assert an alignment.
std::vector<AlignmentQuery> alignment_queries(smt::Terms&, const ir::Procedure&);

}  // namespace tessera::rewrite
