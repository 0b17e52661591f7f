// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/expr.hpp"

#include <utility>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/floor.hpp"

namespace tessera::ir {

std::string_view spelling(BinOp op) {
  switch (op) {
    case BinOp::add: return "+";
    case BinOp::sub: return "-";
    case BinOp::mul: return "*";
    case BinOp::div: return "/";
    case BinOp::mod: return "%";
    case BinOp::lt: return "<";
    case BinOp::gt: return ">";
    case BinOp::le: return "<=";
    case BinOp::ge: return ">=";
    case BinOp::eq: return "==";
    case BinOp::and_: return "and";
    case BinOp::or_: return "or";
  }
  bug("unknown operator");
}

bool is_comparison(BinOp op) { return op >= BinOp::lt && op <= BinOp::eq; }
bool is_logical(BinOp op) { return op == BinOp::and_ || op == BinOp::or_; }

Scalar Expr::type() const {
  return match([](const IntLit&) { return Scalar::int_; }, [](const FloatLit& e) { return e.type; },
               [](const BoolLit&) { return Scalar::bool_; }, [](const Read& e) { return e.type; },
               [](const Binary& e) { return e.type; }, [](const Negate& e) { return e.type; },
               [](const WindowExpr& e) { return e.type; }, [](const StrideOf&) { return Scalar::stride; },
               [](const ReadConfig& e) { return e.type; }, [](const ExternCall& e) { return e.type; },
               [](const Aligned&) { return Scalar::bool_; });
}

SrcLoc Expr::loc() const { return cell_ ? cell_->loc : SrcLoc{}; }

Expr Expr::at(SrcLoc loc) const {
  Expr copy;
  copy.cell_ = std::make_shared<const detail::ExprCell>(detail::ExprCell{cell_->node, loc});
  return copy;
}

std::vector<Expr> children(const Expr& e) {
  std::vector<Expr> out;
  for_each_child(e, [&](const Expr& child) { out.push_back(child); });
  return out;
}

bool same_nodes(const std::vector<Expr>& a, const std::vector<Expr>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i].identity() != b[i].identity()) return false;
  return true;
}

namespace {

WindowExpr with_dims(WindowExpr n, const std::vector<Expr>& kids) {
  std::size_t next = 0;
  for (WindowDim& d : n.dims) {
    d.lo = kids.at(next++);
    if (d.hi) d.hi = kids.at(next++);
  }
  return n;
}

}  // namespace

Expr with_children(const Expr& e, std::vector<Expr> kids) {
  if (same_nodes(children(e), kids)) return e;
  SrcLoc loc = e.loc();
  return e.match(
      [&](const Read& n) {
        return Expr(Read{n.name, std::move(kids), n.type}, loc);
      },
      [&](const Binary& n) {
        return Expr(Binary{n.op, kids.at(0), kids.at(1), n.type}, loc);
      },
      [&](const Negate& n) {
        return Expr(Negate{kids.at(0), n.type}, loc);
      },
      [&](const WindowExpr& n) { return Expr(with_dims(n, kids), loc); },
      [&](const ExternCall& n) {
        return Expr(ExternCall{n.function, std::move(kids), n.type}, loc);
      },
      [&](const auto&) { return e; });
}

Expr int_lit(std::int64_t v) { return IntLit{v}; }
Expr bool_lit(bool v) { return BoolLit{v}; }
Expr float_lit(double v, Scalar type) { return FloatLit{v, type}; }
Expr read(Sym s, Scalar type) { return Read{s, {}, type}; }
Expr read(Sym s, std::vector<Expr> idx, Scalar type) { return Read{s, std::move(idx), type}; }

namespace {

// Two control operands give index; a chosen data type wins over R.
Scalar result_type(BinOp op, const Expr& a, const Expr& b) {
  if (is_comparison(op) || is_logical(op)) return Scalar::bool_;
  Scalar x = a.type(), y = b.type();
  if (is_data(x)) return x == Scalar::R && is_data(y) ? y : x;
  if (is_data(y)) return y;
  return x == Scalar::int_ && y == Scalar::int_ ? Scalar::int_ : Scalar::index;
}

}  // namespace

Expr binary(BinOp op, Expr a, Expr b) {
  Scalar type = result_type(op, a, b);
  return Binary{op, std::move(a), std::move(b), type};
}

const std::int64_t* literal(const Expr& e) {
  const IntLit* lit = e.as<IntLit>();
  return lit ? &lit->value : nullptr;
}

// Literals are folded only where the result fits; the checks refuse others, never wrapped.
Expr add(Expr a, Expr b) {
  const std::int64_t *x = literal(a), *y = literal(b);
  std::int64_t result = 0;
  if (x && y && !__builtin_add_overflow(*x, *y, &result)) return int_lit(result);
  if (x && *x == 0) return b;
  if (y && *y == 0) return a;
  return binary(BinOp::add, std::move(a), std::move(b));
}

Expr sub(Expr a, Expr b) {
  const std::int64_t *x = literal(a), *y = literal(b);
  std::int64_t result = 0;
  if (x && y && !__builtin_sub_overflow(*x, *y, &result)) return int_lit(result);
  if (y && *y == 0) return a;
  return binary(BinOp::sub, std::move(a), std::move(b));
}

Expr mul(Expr a, Expr b) {
  const std::int64_t *x = literal(a), *y = literal(b);
  std::int64_t result = 0;
  if (x && y && !__builtin_mul_overflow(*x, *y, &result)) return int_lit(result);
  if ((x && *x == 0) || (y && *y == 1)) return a;
  if ((y && *y == 0) || (x && *x == 1)) return b;
  return binary(BinOp::mul, std::move(a), std::move(b));
}

Expr floor_div(Expr a, std::int64_t b) {
  if (const std::int64_t* x = literal(a)) return int_lit(floor_quotient(*x, b));
  if (b == 1) return a;
  return binary(BinOp::div, std::move(a), int_lit(b));
}

Expr floor_mod(Expr a, std::int64_t b) {
  if (const std::int64_t* x = literal(a)) return int_lit(floor_remainder(*x, b));
  if (b == 1) return int_lit(0);
  return binary(BinOp::mod, std::move(a), int_lit(b));
}

Expr negate(Expr a) {
  if (const std::int64_t* x = literal(a)) return int_lit(-*x);
  Scalar type = a.type();
  return Negate{std::move(a), type};
}

namespace {

Expr fold_comparison(const Expr& e, BinOp op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case BinOp::lt: return bool_lit(a < b);
    case BinOp::gt: return bool_lit(a > b);
    case BinOp::le: return bool_lit(a <= b);
    case BinOp::ge: return bool_lit(a >= b);
    case BinOp::eq: return bool_lit(a == b);
    default: return e;
  }
}

Expr fold_logic(const Expr& e, const Binary& n) {
  bool is_and = n.op == BinOp::and_;
  for (auto [known, other] : {std::pair{n.lhs, n.rhs}, std::pair{n.rhs, n.lhs}})
    if (const auto* lit = known.as<BoolLit>()) return lit->value == is_and ? other : known;
  return e;
}

Expr fold_node(const Expr& e) {
  if (const auto* n = e.as<Negate>(); n && !is_data(n->type)) return negate(n->arg);
  const auto* n = e.as<Binary>();
  if (!n || is_data(n->lhs.type()) || is_data(n->rhs.type())) return e;
  const std::int64_t* b = literal(n->rhs);
  switch (n->op) {
    case BinOp::add: return add(n->lhs, n->rhs);
    case BinOp::sub: return sub(n->lhs, n->rhs);
    case BinOp::mul: return mul(n->lhs, n->rhs);
    case BinOp::div: return b && *b > 0 ? floor_div(n->lhs, *b) : e;
    case BinOp::mod: return b && *b > 0 ? floor_mod(n->lhs, *b) : e;
    default: return fold_condition(e);
  }
}

}  // namespace

Expr fold_condition(const Expr& e) {
  const auto* n = e.as<Binary>();
  if (!n) return e;
  if (is_logical(n->op)) return fold_logic(e, *n);
  const std::int64_t *a = literal(n->lhs), *b = literal(n->rhs);
  return a && b ? fold_comparison(e, n->op, *a, *b) : e;
}

Expr fold_literals(const Expr& e) {
  std::vector<Expr> kids = children(e);
  for (Expr& kid : kids) kid = fold_literals(kid);
  Expr out = fold_node(with_children(e, std::move(kids)));
  return out.identity() == e.identity() ? out : out.at(e.loc());
}

}  // namespace tessera::ir
