// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <unordered_set>

#include "dsl/ir/expr.hpp"

// The control flow paths of a program, and the ones taken by a run.
namespace tessera::interp {

/// The id of a control flow path: a hash of the statements along it, from the body of the procedure into loops,
/// branches and calls, so different calls of a procedure have different paths. Two paths collide with probability
/// 2^-64.
using PathId = std::uint64_t;

constexpr PathId whole_procedure = 0;

/// For the statement with this index in the list of `outer`: `in` is the body of a loop, a callee or a branch; `past`
/// is the other branch, or a loop without iterations.
enum class Turn { in, past };
inline PathId path_id(PathId outer, std::size_t index, Turn turn) {
  std::uint64_t h = outer ^ (2 * index + (turn == Turn::past ? 2 : 1));
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9U;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebU;
  return h ^ (h >> 31);
}
/// An edge of a branch: the sides of its comparison number `number` differ by `offset`, -1 to 1.
inline PathId edge_id(PathId branch, std::size_t number, std::int64_t offset) {
  return path_id(branch ^ 0x9e3779b97f4a7c15U, 3 * number + static_cast<std::size_t>(offset + 1), Turn::past);
}

/// Visits the integer comparisons of a condition, joined by `and` and `or`, in order.
template <class Visit> void for_each_comparison(const ir::Expr& condition, Visit&& visit) {
  const auto* n = condition.as<ir::Binary>();
  if (!n) return;
  if (ir::is_comparison(n->op)) return visit(*n);
  if (n->op != ir::BinOp::and_ && n->op != ir::BinOp::or_) return;
  for_each_comparison(n->lhs, visit);
  for_each_comparison(n->rhs, visit);
}

/// The taken paths.
using Coverage = std::unordered_set<PathId>;

}  // namespace tessera::interp
