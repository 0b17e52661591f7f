// SPDX-License-Identifier: Apache-2.0
#include "dsl/syntax/pattern.hpp"
#include "dsl/ir/conversion.hpp"
#include "dsl/ir/externs.hpp"

#include <algorithm>

#include "dsl/syntax/grammar.hpp"

namespace tessera::syntax {
namespace {

using Kind = ast::Expr::Kind;
using ExprKind = ExprPattern::Kind;
using StmtKind = StmtPattern::Kind;

/// Gives a tree its meaning as a pattern.
class PatternReader {
 public:
  explicit PatternReader(const Layout& layout) : layout_(layout) {}

  ExprPattern expression(const ast::Expr& e) const {
    ExprPattern out;
    switch (e.kind) {
      case Kind::missing: break;
      case Kind::name: out = named(e.text); break;
      case Kind::integer: out.kind = ExprKind::integer, out.integer = e.integer; break;
      case Kind::number: out.kind = ExprKind::number, out.number = e.number; break;
      case Kind::boolean: out.kind = ExprKind::boolean, out.boolean = e.boolean; break;
      case Kind::binary: out = compound(ExprKind::binary, e, 0), out.op = e.op; break;
      case Kind::negate: out = negated(e); break;
      case Kind::slice: out = compound(ExprKind::interval, e, 0); break;
      case Kind::index: out = indexed(e); break;
      case Kind::call: out = called(e); break;
      case Kind::attribute: out.kind = ExprKind::config, out.name = name(e.items[0]), out.field = e.text; break;
      default: fail(e.at, "this cannot stand in a pattern");
    }
    return out;
  }

  StmtPattern statement(const ast::Stmt& s) const {
    switch (s.kind) {
      case ast::Stmt::Kind::pass: return of_kind(StmtKind::pass);
      case ast::Stmt::Kind::assign: return assign(s);
      case ast::Stmt::Kind::reduce: return write(StmtKind::reduce, s);
      case ast::Stmt::Kind::declare: return alloc(s);
      case ast::Stmt::Kind::loop: return loop(s);
      case ast::Stmt::Kind::branch: return cond(s);
      case ast::Stmt::Kind::expression: return lone(s);
    }
    bug("unknown kind of statement");
  }

  std::vector<StmtPattern> block(const std::vector<ast::Stmt>& statements) const {
    std::vector<StmtPattern> out;
    for (const ast::Stmt& s : statements) out.push_back(statement(s));
    return out;
  }

 private:
  [[noreturn]] void fail(const char* at, std::string message, std::string hint = {}) const {
    Diagnostic d;
    d.code = "syntax";
    d.message = std::move(message);
    d.hint = std::move(hint);
    layout_.fail(at, std::move(d));
  }

  const std::string& name(const ast::Expr& e) const {
    if (e.kind != Kind::name) fail(e.at, "expected a name or `_`");
    return e.text;
  }

  static ExprPattern named(const std::string& text) {
    ExprPattern out;
    out.kind = text == "_" ? ExprKind::hole : ExprKind::name;
    out.name = text;
    return out;
  }

  ExprPattern compound(ExprKind kind, const ast::Expr& e, std::size_t first) const {
    ExprPattern out;
    out.kind = kind;
    for (std::size_t i = first; i < e.items.size(); ++i) out.args.push_back(expression(e.items[i]));
    return out;
  }

  ExprPattern negated(const ast::Expr& e) const {
    const ast::Expr& operand = e.items[0];
    bool literal = (operand.kind == Kind::integer || operand.kind == Kind::number) && !operand.parenthesised;
    if (!literal) return compound(ExprKind::negate, e, 0);
    ExprPattern arg = expression(operand);
    arg.integer = -arg.integer;
    arg.number = -arg.number;
    return arg;
  }

  ExprPattern indexed(const ast::Expr& e) const {
    bool interval =
        std::any_of(e.items.begin(), e.items.end(), [](const ast::Expr& i) { return i.kind == Kind::slice; });
    ExprPattern out = compound(interval ? ExprKind::window : ExprKind::element, e, 1);
    out.name = name(e.items[0]);
    return out;
  }

  ExprPattern called(const ast::Expr& e) const {
    if (!e.keywords.empty()) fail(e.at, "a call in a pattern takes no keywords");
    const std::string& callee = name(e.items[0]);
    if (callee != "stride") {
      ExprPattern out = compound(ExprKind::call, e, 1);
      out.name = callee;
      return out;
    }
    if (e.items.size() != 3) fail(e.at, "stride takes a buffer and a dimension: `stride(A, _)`");
    ExprPattern out = compound(ExprKind::stride, e, 2);
    out.name = name(e.items[1]);
    return out;
  }

  static StmtPattern of_kind(StmtKind kind) {
    StmtPattern out;
    out.kind = kind;
    return out;
  }

  StmtPattern assign(const ast::Stmt& s) const {
    if (s.target.kind == Kind::attribute) {
      StmtPattern out = of_kind(StmtKind::config_write);
      out.name = name(s.target.items[0]);
      out.field = s.target.text;
      out.rhs = expression(s.value);
      return out;
    }
    StmtPattern out = write(StmtKind::assign, s);
    if (out.rhs.kind == ExprKind::window) out.kind = StmtKind::window;
    return out;
  }

  StmtPattern write(StmtKind kind, const ast::Stmt& s) const {
    StmtPattern out = of_kind(kind);
    if (s.target.kind == Kind::index) {
      out.name = name(s.target.items[0]);
      out.idx = compound(ExprKind::element, s.target, 1).args;
    } else {
      out.name = name(s.target);
    }
    out.rhs = expression(s.value);
    return out;
  }

  StmtPattern alloc(const ast::Stmt& s) const {
    StmtPattern out = of_kind(StmtKind::alloc);
    out.name = name(s.target);
    if (!s.type.memory.empty()) fail(s.type.form.at, "an allocation is matched by name and type, not by memory");
    const bool has_extents = s.type.form.kind == Kind::index;
    const ast::Expr& type = has_extents ? s.type.form.items[0] : s.type.form;
    if (type.kind == Kind::name && type.text == "_" && !has_extents) return out;
    out.type = type.kind == Kind::name ? ir::scalar_named(type.text) : std::nullopt;
    if (!out.type || !ir::is_data(*out.type))
      fail(s.type.form.at, "expected `_` or a type of numbers",
           "write `" + out.name + " : _` or `" + out.name + " : f32[_]`");
    if (has_extents) out.idx = compound(ExprKind::element, s.type.form, 1).args;
    return out;
  }

  StmtPattern loop(const ast::Stmt& s) const {
    StmtPattern out = of_kind(StmtKind::loop);
    out.name = s.target.text;
    out.body = block(s.body);
    const ast::Expr& range = s.value;
    if (range.kind == Kind::name && range.text == "_") return out;
    bool call = range.kind == Kind::call && range.items[0].kind == Kind::name && range.items.size() == 3;
    const std::string mode = call ? range.items[0].text : "";
    if (mode != "seq" && mode != "par" && mode != "_") fail(range.at, "expected `_`, `seq(lo, hi)` or `par(lo, hi)`");
    out.mode = mode == "seq" ? StmtPattern::Mode::seq : mode == "par" ? StmtPattern::Mode::par : StmtPattern::Mode::any;
    out.lo = expression(range.items[1]);
    out.hi = expression(range.items[2]);
    return out;
  }

  StmtPattern cond(const ast::Stmt& s) const {
    StmtPattern out = of_kind(StmtKind::cond);
    out.cond = expression(s.target);
    out.body = block(s.body);
    out.has_orelse = !s.orelse.empty();
    out.orelse = block(s.orelse);
    return out;
  }

  // Inside a body an expression can only be a call or a hole.
  StmtPattern lone(const ast::Stmt& s) const {
    if (s.target.kind == Kind::name && s.target.text == "_") return of_kind(StmtKind::any);
    if (s.target.kind != Kind::call) fail(s.target.at, "expected a statement, found an expression");
    StmtPattern out = of_kind(StmtKind::call);
    ExprPattern call = called(s.target);
    out.name = std::move(call.name);
    out.args = std::move(call.args);
    return out;
  }

  const Layout& layout_;
};

bool is_function(const std::string& name) {
  return name == "stride" || ir::extern_named(name) || ir::conversion_named(name);
}

// A pattern that is one expression. `f(_)` is a call of a procedure unless f is a function of the language.
bool is_expression(const ast::Stmt& s) {
  if (s.kind != ast::Stmt::Kind::expression) return false;
  return s.target.kind != Kind::call || is_function(s.target.items[0].text);
}

}  // namespace

Pattern parse_pattern(std::string_view text) {
  LayoutRules rules;
  rules.comments = false;
  Layout layout(text, "<pattern>", rules);
  ast::Pattern tree = grammar::pattern(layout);
  PatternReader reader(layout);
  Pattern out;
  out.text = text;
  if (tree.has_nth) out.nth = static_cast<int>(tree.nth);
  for (const ast::Expr& n : tree.names) out.names.push_back(n.text);
  if (tree.stmts.size() == 1 && is_expression(tree.stmts[0])) {
    const ast::Expr& e = tree.stmts[0].target;
    out.expr = reader.expression(e);
    if (e.kind == Kind::name && e.text != "_") out.names = {e.text};
  } else {
    out.stmts = reader.block(tree.stmts);
  }
  return out;
}

}  // namespace tessera::syntax
