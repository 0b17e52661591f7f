// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <unordered_set>

#include "dsl/ir/expr.hpp"

// The control flow paths of a program, and which of them a run took.
namespace tessera::interp {

/// Names a path that a program can take, by the statements that lead to its end: from the body of the procedure into
/// loops, branches and calls, so that what two calls do is told apart. A hash: two paths may have the same by chance,
/// once in 2^64.
using PathId = std::uint64_t;

constexpr PathId whole_procedure = 0;

/// At the statement with this index of the list after `outer`: the body of a loop, a callee or a branch; the other
/// branch, or a loop that runs no iteration.
enum class Turn { in, past };
inline PathId path_id(PathId outer, std::size_t index, Turn turn) {
  std::uint64_t h = outer ^ (2 * index + (turn == Turn::past ? 2 : 1));
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9U;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebU;
  return h ^ (h >> 31);
}
/// Of the branch that is entered, or not: the sides of its comparison number `number` differ by `offset`, -1 to 1.
inline PathId edge_id(PathId branch, std::size_t number, std::int64_t offset) {
  return path_id(branch ^ 0x9e3779b97f4a7c15U, 3 * number + static_cast<std::size_t>(offset + 1), Turn::past);
}

/// Visits the comparisons of integers that a condition is made of with `and` and `or`, in order.
template <class Visit> void for_each_comparison(const ir::Expr& condition, Visit&& visit) {
  const auto* n = condition.as<ir::Binary>();
  if (!n) return;
  if (ir::is_comparison(n->op)) return visit(*n);
  if (n->op != ir::BinOp::and_ && n->op != ir::BinOp::or_) return;
  for_each_comparison(n->lhs, visit);
  for_each_comparison(n->rhs, visit);
}

/// The paths that were taken.
using Coverage = std::unordered_set<PathId>;

}  // namespace tessera::interp
