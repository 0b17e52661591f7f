// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "dsl/syntax/elaborate.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::syntax {

using Kind = ast::Expr::Kind;
using ir::BinOp;
using ir::Expr;
using ir::Scalar;

namespace {

[[noreturn]] void fail_with(const char* code, const Layout& layout, const char* at, std::string message,
                            std::string hint) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  d.hint = std::move(hint);
  layout.fail(at, std::move(d));
}

}  // namespace

void fail_name(const Layout& layout, const char* at, std::string message, std::string hint) {
  fail_with("name", layout, at, std::move(message), std::move(hint));
}

void fail_type(const Layout& layout, const char* at, std::string message, std::string hint) {
  fail_with("type", layout, at, std::move(message), std::move(hint));
}

bool is_window(const ast::Expr& e) {
  return e.kind == Kind::index &&
         std::any_of(e.items.begin() + 1, e.items.end(), [](const ast::Expr& i) { return i.kind == Kind::slice; });
}

const Scope::Entry& ExpressionElaborator::variable(const ast::Expr& name) const {
  if (name.kind != Kind::name) fail_type(layout_, name.at, "expected the name of a variable");
  if (const Scope::Entry* entry = scope_.find(name.text)) return *entry;
  if (scope_.number(name.text))
    fail_type(layout_, name.at, fmt::format("`{}` is a number of lanes, not a variable", name.text),
              "it stands where an integer literal may: in shapes, bounds, indices and conditions");
  std::string hint = nearest(name.text, scope_.names());
  fail_name(layout_, name.at, fmt::format("unknown name `{}`", name.text),
            hint.empty() ? known_names(scope_.names()) : hint);
}

const Scope::Entry& ExpressionElaborator::buffer(const ast::Expr& name) const {
  const Scope::Entry& entry = variable(name);
  if (entry.declaration.type.is_control())
    fail_type(layout_, name.at,
              fmt::format("`{}` is a control variable ({}), not a buffer", name.text,
                          ir::name(entry.declaration.type.scalar)));
  return entry;
}

void ExpressionElaborator::fail_rank(const ast::Expr& e, const Scope::Entry& entry, std::size_t given) const {
  fail_type(layout_, e.at,
            fmt::format("`{}` has {}, found {}", entry.name,
                        counted(entry.declaration.type.shape.size(), "dimension", "dimensions"),
                        counted(given, "index", "indices")));
}

std::vector<Expr> ExpressionElaborator::indices(const ast::Expr& e, const Scope::Entry& entry) const {
  std::size_t given = e.kind == Kind::index ? e.items.size() - 1 : 0;
  std::size_t wanted = entry.declaration.type.shape.size();
  if (given != wanted) fail_rank(e, entry, given);
  std::vector<Expr> out;
  for (std::size_t i = 0; i < given; ++i) out.push_back(integer(e.items[i + 1]));
  return out;
}

Expr ExpressionElaborator::config_read(const ast::Expr& e) const {
  const ast::Expr& base = e.items[0];
  if (base.kind != Kind::name) fail_type(layout_, e.at, "expected `Config.field`");
  ir::ConfigRef config = scope_.config(base.text);
  if (!config) {
    std::string hint = nearest(base.text, scope_.config_names());
    fail_name(layout_, base.at, fmt::format("unknown config `{}`", base.text),
              hint.empty() ? known_names(scope_.config_names()) : hint);
  }
  std::optional<Scalar> type = config->field(e.text);
  if (!type) {
    std::vector<std::string> fields;
    for (const auto& field : config->fields) fields.push_back(field.first);
    fail_name(layout_, e.at, fmt::format("config `{}` has no field `{}`", config->name, e.text), known_names(fields));
  }
  return Expr(ir::ReadConfig{config, e.text, *type}, loc(e));
}

// ---- either kind ----

bool ExpressionElaborator::is_data_expression(const ast::Expr& e) const {
  switch (e.kind) {
    case Kind::number:
    case Kind::index: return true;
    case Kind::name: return !scope_.number(e.text) && !variable(e).declaration.type.is_control();
    case Kind::attribute: return ir::is_data(config_read(e).type());
    case Kind::call: return !(e.items[0].kind == Kind::name && e.items[0].text == "stride") && !is_alignment(e);
    case Kind::binary:
    case Kind::negate:
      return std::any_of(e.items.begin(), e.items.end(), [&](const ast::Expr& i) { return is_data_expression(i); });
    default: return false;
  }
}

Expr ExpressionElaborator::any(const ast::Expr& e) const {
  return is_data_expression(e) ? data(e, Scalar::R) : control(e);
}

// ---- windows ----

ir::WindowDim ExpressionElaborator::window_dim(const ast::Expr& e, const Expr& extent) const {
  if (e.kind != Kind::slice) return {integer(e), {}};
  const ast::Expr &lo = e.items[0], &hi = e.items[1];
  return {lo.kind == Kind::missing ? Expr(ir::IntLit{0}, loc(e)) : integer(lo),
          hi.kind == Kind::missing ? extent : integer(hi)};
}

Expr ExpressionElaborator::window(const ast::Expr& e) const {
  if (e.kind != Kind::index) fail_type(layout_, e.at, "expected a window such as A[i, 0:4]");
  const Scope::Entry& entry = buffer(e.items[0]);
  const ir::Type& type = entry.declaration.type;
  if (e.items.size() - 1 != type.shape.size()) fail_rank(e, entry, e.items.size() - 1);
  std::vector<ir::WindowDim> dims;
  for (std::size_t i = 0; i < type.shape.size(); ++i) dims.push_back(window_dim(e.items[i + 1], type.shape[i]));
  return Expr(ir::WindowExpr{entry.sym, std::move(dims), type.scalar}, loc(e));
}

}  // namespace tessera::syntax
