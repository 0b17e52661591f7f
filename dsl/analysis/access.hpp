// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/analysis/lowering.hpp"
#include "dsl/smt/solver.hpp"

namespace tessera::analysis {

/// One level of the path to an access: the index of the statement in its list, and its counter if it is a loop.
struct OrderStep {
  int index;
  ir::Sym loop;
};

/// All instances of one read, write or reduction of a block: element `at` for each value of `loops` in `domain`.
struct Access {
  enum class Kind { read, write, reduce };
  Kind kind;
  Element at;
  std::vector<ir::Sym> loops;     ///< counters bound inside the block, outermost first
  Formula domain;                 ///< ranges and guards between the block and the access
  std::vector<OrderStep> order;   ///< the path from the block to the access
  std::optional<Element> source;  ///< a write that copies one element: the copied element
  ir::Stmt stmt;                  ///< the accessing statement, for messages; the call for accesses of a callee
  /// Values, read here, of configuration fields that a loop of the block writes: they differ between iterations.
  std::vector<Var> varying = {};
};

/// Effects of the block on memory that outlives it; its own allocations are left out. Calls contribute the effects of
/// their bodies on the arguments. Configuration fields count as buffers.
std::vector<Access> accesses(Lowering&, const ir::Block&);

/// A write or a reduction.
inline bool writes(const Access& a) { return a.kind != Access::Kind::read; }

/// Whether the order of two accesses of one element matters: not for two reads, nor two reductions (sums commute).
bool order_matters(Access::Kind, Access::Kind);

/// A second instance of the access: its loops and varying values get fresh names, then `map` is applied.
Access instance(smt::Terms&, const Access&, Renaming map);

/// Maps each varying value of the access to a fresh variable: its value in a chosen iteration.
void rename_varying(const Access&, Renaming& map);

/// All indices are equal. Accesses of different buffers never conflict.
Formula same_element(const Element&, const Element&);

/// Instance a runs before instance b (of the same block).
Formula runs_before(const Access& a, const Access& b);

}  // namespace tessera::analysis
