// SPDX-License-Identifier: Apache-2.0
#include "dsl/syntax/fragment.hpp"

#include "dsl/syntax/elaborate.hpp"
#include "dsl/syntax/grammar.hpp"

namespace tessera::syntax {
namespace {

constexpr std::string_view place = "<argument>";

// The whole of a buffer: every dimension from 0 to its extent.
ir::Expr whole(const Layout& layout, const Scope::Entry& entry, const ast::Expr& name) {
  std::vector<ir::WindowDim> dims;
  for (const ir::Expr& extent : entry.declaration.type.shape) dims.push_back({ir::int_lit(0), extent});
  return ir::Expr(ir::WindowExpr{entry.sym, std::move(dims), entry.declaration.type.scalar}, layout.loc(name.at));
}

}  // namespace

ir::Expr parse_expr(std::string_view text, const Scope& scope) {
  Layout layout(text, place);
  ast::Expr tree = grammar::expression(layout);
  return ExpressionElaborator(layout, scope).any(tree);
}

ir::Expr parse_assert(std::string_view text, const Scope& scope) {
  Layout layout(text, place);
  const ast::Expr tree = grammar::expression(layout);
  const ExpressionElaborator elaborator(layout, scope);
  return is_alignment(tree) ? elaborator.asserted(tree) : elaborator.any(tree);
}

ir::Expr parse_window(std::string_view text, const Scope& scope) {
  Layout layout(text, place);
  ast::Expr tree = grammar::expression(layout);
  ExpressionElaborator elaborator(layout, scope);
  if (tree.kind == ast::Expr::Kind::name) return whole(layout, elaborator.buffer(tree), tree);
  return elaborator.window(tree);
}

}  // namespace tessera::syntax
