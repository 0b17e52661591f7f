// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/analysis/lowering.hpp"
#include "dsl/smt/solver.hpp"

namespace tessera::analysis {

/// What a call must meet, each list to be proved under the facts at the call.
struct CallConditions {
  std::vector<smt::Query>
      asserts;  ///< the callee's preconditions; sizes are at least 1; windows have the parameters' shapes
  std::vector<smt::Query> bounds;    ///< windows and elements lie in their buffers
  std::vector<smt::Query> aliasing;  ///< no two arguments share an element that the callee writes
};
CallConditions call_conditions(Lowering&, const ir::Call&, const std::vector<Formula>& facts);

/// Each tensor argument lies in the memory that its parameter names, and no element of a register is passed as a
/// scalar. Of several instructions that are the same program, a load and a store say, this tells which is meant.
bool memories_match(const Declared& caller, const ir::Call&);

/// 0 <= lo, hi <= extent in every dimension (points: 0 <= lo < extent), through windows of windows by their own
/// extents.
Formula window_in_bounds(Lowering&, const ir::WindowExpr&);
/// Every index of an element lies within the declared extent.
Formula element_in_bounds(Lowering&, ir::Sym name, const std::vector<ir::Expr>& idx);

/// The same procedure with parameters and binders of its own: safe to bind where the original's names may mean
/// something else, as where a procedure calls what it was made from.
ir::Procedure with_own_names(const ir::Procedure&);

}  // namespace tessera::analysis
