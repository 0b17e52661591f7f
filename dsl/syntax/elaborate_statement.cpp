// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "dsl/syntax/elaborate.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::syntax {

using Kind = ast::Expr::Kind;
using ir::Expr;
using ir::Scalar;
using ir::Stmt;

ir::Block StatementElaborator::block(const std::vector<ast::Stmt>& statements) {
  std::size_t outside = scope_.mark();
  ir::Block out;
  for (const ast::Stmt& s : statements) out.push_back(statement(s));
  scope_.leave(outside);
  return out;
}

Stmt StatementElaborator::statement(const ast::Stmt& s) {
  switch (s.kind) {
    case ast::Stmt::Kind::pass: return Stmt(ir::Pass{}, layout_.loc(s.at));
    case ast::Stmt::Kind::assign: return assign(s);
    case ast::Stmt::Kind::reduce: return write(s);
    case ast::Stmt::Kind::declare: return declare(s);
    case ast::Stmt::Kind::loop: return loop(s);
    case ast::Stmt::Kind::branch: return branch(s);
    case ast::Stmt::Kind::expression: return call(s);
  }
  bug("unknown kind of statement");
}

Stmt StatementElaborator::assign(const ast::Stmt& s) {
  if (s.target.kind == Kind::attribute) return write_config(s);
  return is_window(s.value) ? window(s) : write(s);
}

Stmt StatementElaborator::write(const ast::Stmt& s) {
  const ast::Expr& target = s.target;
  if (target.kind == Kind::attribute) fail_type(layout_, target.at, "a config field can be assigned, not added to");
  if (target.kind != Kind::name && target.kind != Kind::index)
    fail_type(layout_, target.at, "expected a scalar or an element on the left side");
  const Scope::Entry& entry = expressions_.variable(target.kind == Kind::index ? target.items[0] : target);
  Scalar type = entry.declaration.type.scalar;
  if (entry.declaration.type.is_control())
    fail_type(layout_, target.at,
              fmt::format("`{}` is a control variable ({}) and cannot be assigned", entry.name, ir::name(type)));
  if (is_window(target))
    fail_type(layout_, target.at, "a window cannot be assigned as a whole", "write a loop over its elements");
  ir::Sym name = entry.sym;
  std::vector<Expr> idx = expressions_.indices(target, entry);
  Expr rhs = expressions_.data(s.value, type);
  SrcLoc loc = layout_.loc(s.at);
  if (s.kind == ast::Stmt::Kind::reduce) return Stmt(ir::Reduce{name, std::move(idx), std::move(rhs), type}, loc);
  return Stmt(ir::Assign{name, std::move(idx), std::move(rhs), type}, loc);
}

Stmt StatementElaborator::write_config(const ast::Stmt& s) {
  Expr place = expressions_.any(s.target);
  const ir::ReadConfig& field = *place.as<ir::ReadConfig>();
  Expr rhs;
  if (ir::is_data(field.type)) rhs = expressions_.data(s.value, field.type);
  else rhs = field.type == Scalar::bool_ ? expressions_.condition(s.value) : expressions_.integer(s.value);
  return Stmt(ir::WriteConfig{field.config, field.field, std::move(rhs)}, layout_.loc(s.at));
}

Stmt StatementElaborator::window(const ast::Stmt& s) {
  if (s.target.kind != Kind::name) fail_type(layout_, s.target.at, "expected a name for the window");
  Expr rhs = expressions_.window(s.value);
  const ir::WindowExpr& w = *rhs.as<ir::WindowExpr>();
  ir::Declaration declaration{{w.type, ir::window_shape(w), true}, scope_.find(w.base)->declaration.mem};
  ir::Sym name = ir::Sym::fresh(s.target.text);
  scope_.bind(name, std::move(declaration));
  return Stmt(ir::WindowStmt{name, std::move(rhs)}, layout_.loc(s.at));
}

Stmt StatementElaborator::declare(const ast::Stmt& s) {
  if (s.target.kind != Kind::name) fail_type(layout_, s.target.at, "expected a name before the type");
  ir::Type type = elaborate_type(layout_, scope_, s.type.form);
  if (type.is_control())
    fail_type(layout_, s.type.form.at, fmt::format("a variable of type {} cannot be allocated", ir::name(type.scalar)),
              "control values come from arguments and loops");
  if (type.is_window) fail_type(layout_, s.type.form.at, "a window cannot be allocated", "write `w = A[i, 0:4]`");
  ir::MemoryRef mem = environment_.memory(layout_, s.type);
  ir::Sym name = ir::Sym::fresh(s.target.text);
  scope_.bind(name, {type, mem});
  return Stmt(ir::Alloc{name, std::move(type), std::move(mem)}, layout_.loc(s.at));
}

Stmt StatementElaborator::loop(const ast::Stmt& s) {
  const ast::Expr& range = s.value;
  bool is_call = range.kind == Kind::call && range.items[0].kind == Kind::name && range.keywords.empty();
  bool seq = is_call && range.items[0].text == "seq", par = is_call && range.items[0].text == "par";
  if (!seq && !par) {
    Diagnostic d;
    d.code = "syntax";
    d.message = "expected `seq(lo, hi)` or `par(lo, hi)`";
    layout_.fail(range.at, std::move(d));
  }
  if (range.items.size() != 3)
    fail_type(layout_, range.at, fmt::format("{} takes two bounds: lo and hi", range.items[0].text));
  Expr lo = expressions_.integer(range.items[1]), hi = expressions_.integer(range.items[2]);
  ir::Sym iter = ir::Sym::fresh(s.target.text);
  std::size_t outside = scope_.mark();
  scope_.bind(iter, {{Scalar::index, {}, false}, nullptr});
  ir::Block body = block(s.body);
  scope_.leave(outside);
  ir::LoopMode mode = par ? ir::LoopMode::par : ir::LoopMode::seq;
  return Stmt(ir::For{iter, std::move(lo), std::move(hi), std::move(body), mode}, layout_.loc(s.at));
}

Stmt StatementElaborator::branch(const ast::Stmt& s) {
  Expr cond = expressions_.condition(s.target);
  ir::Block body = block(s.body), orelse = block(s.orelse);
  return Stmt(ir::If{std::move(cond), std::move(body), std::move(orelse)}, layout_.loc(s.at));
}

// ---- calls ----

Stmt StatementElaborator::call(const ast::Stmt& s) {
  const ast::Expr& e = s.target;
  if (e.kind != Kind::call || e.items[0].kind != Kind::name)
    fail_type(layout_, e.at, "an expression is not a statement", "assign it: `x = e`; or call a procedure: `f(a, b)`");
  ir::ProcRef callee = environment_.proc(layout_, e.items[0]);
  if (!e.keywords.empty()) fail_type(layout_, e.keywords[0].second.at, "a call of a procedure takes no keywords");
  std::size_t given = e.items.size() - 1;
  if (given != callee->args.size())
    fail_type(layout_, e.at,
              fmt::format("`{}` takes {}, {} given", callee->name,
                          counted(callee->args.size(), "argument", "arguments"), given));
  std::vector<Expr> args;
  for (std::size_t i = 0; i < given; ++i) args.push_back(argument(e.items[i + 1], callee->args[i], *callee));
  return Stmt(ir::Call{callee, std::move(args)}, layout_.loc(s.at));
}

Expr StatementElaborator::argument(const ast::Expr& e, const ir::Arg& parameter, const ir::Procedure& callee) {
  const ir::Type& type = parameter.type;
  if (type.scalar == Scalar::bool_) return expressions_.condition(e);
  if (type.is_control()) return expressions_.integer(e);
  if (e.kind != Kind::name && e.kind != Kind::index)
    fail_type(layout_, e.at,
              fmt::format("argument `{}` of `{}` must be a {}", parameter.name.text(), callee.name,
                          type.is_tensor() ? "tensor or a window" : "scalar or an element"),
              type.is_tensor() ? "" : "assign the value to a scalar first and pass that");
  Expr out = type.is_tensor() ? tensor_argument(e, parameter, callee) : expressions_.element(e);
  const bool is_open = out.type() == Scalar::R || type.scalar == Scalar::R;
  if (is_open ? !ir::same_kind(out.type(), type.scalar) : out.type() != type.scalar)
    fail_type(layout_, e.at,
              fmt::format("argument `{}` of `{}` is {}, found {}", parameter.name.text(), callee.name,
                          ir::name(type.scalar), ir::name(out.type())));
  return out;
}

Expr StatementElaborator::tensor_argument(const ast::Expr& e, const ir::Arg& parameter, const ir::Procedure& callee) {
  std::size_t wanted = parameter.type.shape.size(), found = 0;
  bool strided = false;
  Expr out;
  if (e.kind == Kind::name) {
    const Scope::Entry& entry = expressions_.buffer(e);
    out = Expr(ir::Read{entry.sym, {}, entry.declaration.type.scalar}, layout_.loc(e.at));
    found = entry.declaration.type.shape.size();
    strided = entry.declaration.type.is_window;
  } else {
    out = expressions_.window(e);
    found = ir::window_shape(*out.as<ir::WindowExpr>()).size();
    strided = true;
  }
  if (found != wanted)
    fail_type(layout_, e.at,
              fmt::format("argument `{}` of `{}` has {}, found {}", parameter.name.text(), callee.name,
                          counted(wanted, "dimension", "dimensions"), found),
              e.kind == Kind::index && found < wanted ? "keep a dimension with an interval: A[i, 0:4]" : "");
  if (strided && !parameter.type.is_window)
    fail_type(
        layout_, e.at,
        fmt::format("argument `{}` of `{}` is a whole tensor, found a window", parameter.name.text(), callee.name),
        fmt::format("declare it as a window: `{}: [{}][...]`", parameter.name.text(), ir::name(parameter.type.scalar)));
  return out;
}

}  // namespace tessera::syntax
