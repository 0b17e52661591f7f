// SPDX-License-Identifier: Apache-2.0
// Inspection of the node at a cursor.
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/cursor.hpp"
#include "dsl/rewrite/cursor_error.hpp"

namespace tessera {
namespace {

using Kind = AnyCursor::Kind;

const ir::Arg& arg_of(const AnyCursor& c) { return c.proc().ir().args.at(static_cast<std::size_t>(c.count())); }

std::string name_of(const ir::Expr& e) {
  return e.match([](const ir::Read& n) { return n.name.text(); }, [](const ir::WindowExpr& n) { return n.base.text(); },
                 [](const ir::StrideOf& n) { return n.tensor.text(); },
                 [](const ir::ExternCall& n) { return n.function; }, [](const auto&) { return std::string(); });
}

std::string name_of(const ir::Stmt& s) {
  if (const auto* n = s.as<ir::Assign>()) return n->name.text();
  if (const auto* n = s.as<ir::Reduce>()) return n->name.text();
  if (const auto* n = s.as<ir::Call>()) return n->callee->name;
  ir::Sym bound = ir::bound_name(s);
  return bound ? bound.text() : "";
}

}  // namespace

const ir::Stmt& AnyCursor::stmt() const {
  const ir::Stmt* s = kind_ == Kind::arg ? nullptr : ir::stmt_at(proc_.ir(), path_.stmt());
  if (!s) cursor_error("the cursor is at no statement");
  return *s;
}

ir::Expr AnyCursor::expr() const {
  std::optional<ir::Expr> e = ir::expr_at(proc_.ir(), path_);
  if (!e) cursor_error("the cursor is at no expression");
  return *e;
}

std::string AnyCursor::kind_name() const {
  if (kind_ == Kind::arg) return "arg";
  if (kind_ == Kind::gap) return "gap";
  if (kind_ == Kind::block) return "block";
  if (kind_ == Kind::expr)
    return expr().match([](const ir::Read&) { return "read"; }, [](const ir::Binary&) { return "binary"; },
                        [](const ir::Negate&) { return "negate"; }, [](const ir::WindowExpr&) { return "window"; },
                        [](const ir::StrideOf&) { return "stride"; }, [](const ir::ReadConfig&) { return "config"; },
                        [](const ir::ExternCall&) { return "extern"; }, [](const auto&) { return "literal"; });
  return stmt().match([](const ir::Assign&) { return "assign"; }, [](const ir::Reduce&) { return "reduce"; },
                      [](const ir::Alloc&) { return "alloc"; }, [](const ir::WindowStmt&) { return "window"; },
                      [](const ir::WriteConfig&) { return "config"; }, [](const ir::Pass&) { return "pass"; },
                      [](const ir::For&) { return "for"; }, [](const ir::If&) { return "if"; },
                      [](const ir::Call&) { return "call"; });
}

std::string AnyCursor::described() const {
  const std::string kind = kind_name();
  return (std::string("aeiou").find(kind[0]) == std::string::npos ? "a " : "an ") + kind;
}

std::string AnyCursor::name() const {
  if (kind_ == Kind::arg) return arg_of(*this).name.text();
  if (kind_ == Kind::expr) return name_of(expr());
  return kind_ == Kind::stmt ? name_of(stmt()) : "";
}

std::string AnyCursor::text() const {
  const ir::Names names = ir::names_at(proc_.ir(), path_, kind_ == Kind::block ? count_ : 1);
  if (kind_ == Kind::expr) return ir::print(expr(), names);
  if (kind_ == Kind::arg) return name();
  std::string out;
  for (int i = 0; i < range().count; ++i) out += ir::print(*ir::stmt_at(proc_.ir(), path_.sibling(i)), names);
  return out;
}

ir::Type AnyCursor::type() const {
  if (kind_ == Kind::arg) return arg_of(*this).type;
  if (kind_ == Kind::expr) return {expr().type(), {}, false};
  if (kind_ == Kind::stmt)
    if (const auto* n = stmt().as<ir::Alloc>()) return n->type;
  cursor_error("only allocations, arguments and expressions have a type");
}

ir::MemoryRef AnyCursor::memory() const {
  if (kind_ == Kind::arg) return arg_of(*this).mem;
  if (kind_ == Kind::stmt)
    if (const auto* n = stmt().as<ir::Alloc>()) return n->mem;
  cursor_error("only allocations and arguments have a memory");
}

std::vector<ir::Expr> AnyCursor::shape() const {
  if (kind_ == Kind::expr) cursor_error("only allocations and arguments have a shape");
  return type().shape;
}

bool AnyCursor::is_tensor() const { return !shape().empty(); }

ir::BinOp AnyCursor::op() const {
  const ir::Expr e = expr();
  const auto* n = e.as<ir::Binary>();
  require(n, "a binary expression");
  return n->op;
}

std::variant<std::int64_t, double, bool> AnyCursor::value() const {
  const ir::Expr e = expr();
  if (const auto* n = e.as<ir::IntLit>()) return n->value;
  if (const auto* n = e.as<ir::FloatLit>()) return n->value;
  const auto* n = e.as<ir::BoolLit>();
  require(n, "a literal");
  return n->value;
}

Proc AnyCursor::callee() const {
  const auto* n = kind_ == Kind::stmt ? stmt().as<ir::Call>() : nullptr;
  require(n, "a call");
  return Proc(n->callee, proc_.context());
}

std::string AnyCursor::config() const {
  if (kind_ == Kind::expr) {
    const ir::Expr e = expr();
    if (const auto* n = e.as<ir::ReadConfig>()) return n->config->name;
  }
  const auto* n = kind_ == Kind::stmt ? stmt().as<ir::WriteConfig>() : nullptr;
  require(n, "a configuration field");
  return n->config->name;
}

std::string AnyCursor::field() const {
  if (kind_ == Kind::expr) {
    const ir::Expr e = expr();
    if (const auto* n = e.as<ir::ReadConfig>()) return n->field;
  }
  const auto* n = kind_ == Kind::stmt ? stmt().as<ir::WriteConfig>() : nullptr;
  require(n, "a configuration field");
  return n->field;
}

ir::LoopMode LoopCursor::mode() const { return stmt().as<ir::For>()->mode; }

}  // namespace tessera
