// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/analysis/lowering.hpp"
#include "dsl/smt/solver.hpp"

namespace tessera::analysis {

/// One level of the way to an access: which statement of the list, and the counter when that statement is a loop.
struct OrderStep {
  int index;
  ir::Sym loop;
};

/// All instances of one read, write or reduction of a block: for each value of `loops` in `domain`, the element `at`.
struct Access {
  enum class Kind { read, write, reduce };
  Kind kind;
  Element at;
  std::vector<ir::Sym> loops;     ///< counters bound inside the block, outermost first
  Formula domain;                 ///< ranges and guards between the block and the access
  std::vector<OrderStep> order;   ///< the way from the block to the access
  std::optional<Element> source;  ///< a write that copies one element of a buffer: that element
  ir::Stmt stmt;                  ///< the statement that accesses, for messages; a call for what its callee does
  /// Values of configuration fields that a loop of the block writes, read in it: in another iteration they are others.
  std::vector<Var> varying = {};
};

/// Effects of the block on memory that lives outside of it. What it allocates itself is its own and is left out.
/// Calls contribute what their bodies do to the arguments. Configuration fields count as buffers.
std::vector<Access> accesses(Lowering&, const ir::Block&);

/// It writes or adds.
inline bool writes(const Access& a) { return a.kind != Access::Kind::read; }

/// Two accesses whose order matters when they meet: not both reads, not both reductions (sums commute).
bool order_matters(Access::Kind, Access::Kind);

/// The access with its own loops, and what varies with them, renamed apart and `map` applied: a second instance of the
/// same.
Access instance(smt::Terms&, const Access&, Renaming map);

/// Adds to the map a variable of its own for each varying value of the access: those of an iteration that is chosen.
void rename_varying(const Access&, Renaming& map);

/// All dimensions agree. Accesses of different buffers never meet.
Formula same_element(const Element&, const Element&);

/// The instance a runs before the instance b (of the same block).
Formula runs_before(const Access& a, const Access& b);

}  // namespace tessera::analysis
