// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>

#include "dsl/analysis/lowering.hpp"
#include "dsl/smt/solver.hpp"

namespace tessera::analysis {

/// The conditions of a call, each list to be proved under the facts at the call.
struct CallConditions {
  std::vector<smt::Query>
      asserts;  ///< the callee's preconditions; sizes are at least 1; windows have the parameters' shapes
  std::set<std::size_t> of_addresses;  ///< which of them are about alignment
  std::vector<smt::Query> bounds;      ///< windows and elements lie in their buffers
  std::vector<smt::Query> aliasing;    ///< no two arguments share an element that the callee writes
};
CallConditions call_conditions(Lowering&, const ir::Call&, const std::vector<Formula>& facts);

/// Each tensor argument lies in its parameter's memory, and no element of a register is passed as a scalar. It chooses
/// between instructions with the same program, such as a load and a store.
bool memories_match(const Declared& caller, const ir::Call&);

/// 0 <= lo, hi <= extent in every dimension (points: 0 <= lo < extent); a window of a window must lie in the latter's
/// extents.
Formula window_in_bounds(Lowering&, const ir::WindowExpr&);
/// Every index of an element lies within the declared extent.
Formula element_in_bounds(Lowering&, ir::Sym name, const std::vector<ir::Expr>& idx);

/// The procedure with fresh parameters and binders: safe to bind where the original's names may have another meaning,
/// as in calls of an earlier version of the caller.
ir::Procedure with_own_names(const ir::Procedure&);

}  // namespace tessera::analysis
