// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>

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

// The type of a name in C, NumPy or a vendor's manual: `uint8_t`, `u8` and `float` are `ui8`, `ui8` and `f32`. Nothing
// for a name that says no type.
std::string named_elsewhere(const std::string& text) {
  using Names = std::map<std::string, std::string>;
  static const Names whole{{"float", "f32"}, {"double", "f64"}, {"half", "f16"}};
  static const Names beginnings{{"u", "ui"},    {"uint", "ui"}, {"s", "i"},      {"int", "i"},
                                {"float", "f"}, {"fp", "f"},    {"bfloat", "bf"}};
  if (const auto found = whole.find(text); found != whole.end()) return found->second;
  const std::size_t letters = std::min(text.find_first_of("0123456789"), text.size());
  std::string bits = text.substr(letters);
  if (bits.ends_with("_t")) bits.resize(bits.size() - 2);
  const auto beginning = beginnings.find(text.substr(0, letters));
  const std::string name = beginning == beginnings.end() ? "" : beginning->second + bits;
  return ir::scalar_named(name) ? name : "";
}

std::string hint_of_type(const std::string& text) {
  const std::string meant = named_elsewhere(text), near = nearest(text, type_names());
  if (!meant.empty()) return fmt::format("did you mean `{}`?", meant);
  return near.empty() ? known_names(type_names()) : near;
}

ir::Scalar scalar(const Layout& layout, const ast::Expr& e) {
  if (e.kind != Kind::name) fail_type(layout, e.at, "expected a type such as f32, f32[n, m], [f32][n] or size");
  if (std::optional<ir::Scalar> found = ir::scalar_named(e.text)) return *found;
  fail_name(layout, e.at, fmt::format("unknown type `{}`", e.text), hint_of_type(e.text));
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
