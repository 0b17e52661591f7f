// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "dsl/syntax/elaborate.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::syntax {

using Kind = ast::Expr::Kind;

namespace {

std::vector<std::string> type_names() {
  return {
#define TESSERA_DATA(name, c_type, bytes, is_float, suffix, computed) #name,
#include "dsl/ir/scalars.def"
#undef TESSERA_DATA
      "size", "index", "int", "bool", "stride"};
}

ir::Scalar scalar(const Layout& layout, const ast::Expr& e) {
  if (e.kind != Kind::name) fail_type(layout, e.at, "expected a type such as f32, f32[n, m], [f32][n] or size");
  if (std::optional<ir::Scalar> found = ir::scalar_named(e.text)) return *found;
  std::string hint = nearest(e.text, type_names());
  fail_name(layout, e.at, fmt::format("unknown type `{}`", e.text), hint.empty() ? known_names(type_names()) : hint);
}

}  // namespace

ir::Type elaborate_type(const Layout& layout, const Scope& scope, const ast::Expr& form) {
  if (form.kind != Kind::index) return {scalar(layout, form), {}, false};
  const ast::Expr& element = form.items[0];
  bool window = element.kind == Kind::list && !element.tuple && element.items.size() == 1;
  ir::Type type{scalar(layout, window ? element.items[0] : element), {}, window};
  if (type.is_control())
    fail_type(layout, element.at, fmt::format("a tensor cannot hold {}", ir::name(type.scalar)),
              type.scalar == ir::Scalar::bool_ ? "`bit` is the type of data that is 0 or 1, as comparisons of data give"
                                               : "");
  ExpressionElaborator expressions(layout, scope);
  for (std::size_t i = 1; i < form.items.size(); ++i)
    type.shape.push_back(expressions.integer(form.items[i], Products::allowed));
  return type;
}

}  // namespace tessera::syntax
