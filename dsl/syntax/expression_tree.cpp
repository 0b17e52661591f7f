// SPDX-License-Identifier: Apache-2.0
#include "dsl/syntax/expression_tree.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/syntax/rules.hpp"

namespace tessera::syntax::grammar {
namespace {

// Readers of expressions recurse. No real program has such long sums; the limit makes them an error, not a crash.
constexpr int deepest_expression = 1000;

ast::Expr make_binary(ir::BinOp op, ast::Expr lhs, ast::Expr rhs) {
  Iterator at = lhs.at;
  std::vector<ast::Expr> sides;
  sides.reserve(2);
  sides.push_back(std::move(lhs));
  sides.push_back(std::move(rhs));
  ast::Expr e = make(ast::Expr::Kind::binary, std::move(sides), at);
  e.op = op;
  return e;
}

int precedence(ir::BinOp op) {
  using enum ir::BinOp;
  switch (op) {
    case or_: return 0;
    case and_: return 1;
    case add:
    case sub: return 3;
    case mul:
    case div:
    case mod: return 4;
    default: return 2;  // comparisons
  }
}

// The middle of a chain is written twice: chains within it would double with each level.
constexpr std::size_t largest_middle = 1000;

std::size_t operations_in(const ast::Expr& e) {
  std::size_t out = 1;
  for (const ast::Expr& item : e.items) out += operations_in(item);
  for (const ast::Keyword& k : e.keywords) out += operations_in(k.second);
  return out;
}

ast::Expr middle_of_chain(const ast::Expr& e) {
  if (operations_in(e) > largest_middle)
    throw Refusal{e.at, fmt::format("the middle of a chain of comparisons has more than {} operations", largest_middle),
                  "write `a < b and b < c`"};
  return e;
}

// a < b <= c is a < b and b <= c.
ast::Expr compare(ir::BinOp op, ast::Expr lhs, ast::Expr rhs) {
  const bool chained = !lhs.parenthesised && lhs.kind == ast::Expr::Kind::binary &&
                       (ir::is_comparison(lhs.op) || lhs.op == ir::BinOp::and_);
  if (!chained) return make_binary(op, std::move(lhs), std::move(rhs));
  ast::Expr middle = middle_of_chain(lhs.op == ir::BinOp::and_ ? lhs.items[1].items[1] : lhs.items[1]);
  return make_binary(ir::BinOp::and_, std::move(lhs), make_binary(op, std::move(middle), std::move(rhs)));
}

ast::Expr combined(ir::BinOp op, ast::Expr lhs, ast::Expr rhs) {
  return ir::is_comparison(op) ? compare(op, std::move(lhs), std::move(rhs))
                               : make_binary(op, std::move(lhs), std::move(rhs));
}

}  // namespace

void set_depth(ast::Expr& e) {
  int deepest = 0;
  for (const ast::Expr& item : e.items) deepest = std::max(deepest, item.depth);
  for (const ast::Keyword& k : e.keywords) deepest = std::max(deepest, k.second.depth);
  e.depth = deepest + 1;
  if (e.depth > deepest_expression)
    throw Refusal{e.at,
                  fmt::format("an expression has more than {} operations one inside the other", deepest_expression),
                  "name parts of it"};
}

ast::Expr make(ast::Expr::Kind kind, std::vector<ast::Expr> items, Iterator at) {
  ast::Expr e;
  e.kind = kind;
  e.items = std::move(items);
  e.at = at;
  set_depth(e);
  return e;
}

ast::Expr make(ast::Expr::Kind kind, ast::Expr item, Iterator at) {
  std::vector<ast::Expr> items;
  items.push_back(std::move(item));
  return make(kind, std::move(items), at);
}

ast::Expr folded(ast::Expr first, std::vector<Operation> rest) {
  if (rest.size() == 1) return combined(rest[0].first, std::move(first), std::move(rest[0].second));
  std::vector<ast::Expr> operands;
  operands.push_back(std::move(first));
  std::vector<ir::BinOp> waiting;
  const auto apply_last = [&] {
    ast::Expr rhs = std::move(operands.back());
    operands.pop_back();
    ast::Expr& lhs = operands.back();
    const ir::BinOp op = waiting.back();
    waiting.pop_back();
    lhs = combined(op, std::move(lhs), std::move(rhs));
  };
  for (auto& [op, operand] : rest) {
    while (!waiting.empty() && precedence(waiting.back()) >= precedence(op)) apply_last();
    waiting.push_back(op);
    operands.push_back(std::move(operand));
  }
  while (!waiting.empty()) apply_last();
  return std::move(operands.front());
}

}  // namespace tessera::syntax::grammar
