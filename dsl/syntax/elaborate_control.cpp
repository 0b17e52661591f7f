// SPDX-License-Identifier: Apache-2.0
// Control expressions: indices, bounds, conditions. Quasi-affine, but for shapes and asserts.
#include <fmt/format.h>

#include "dsl/ir/index_limit.hpp"
#include "dsl/syntax/elaborate.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::syntax {

using Kind = ast::Expr::Kind;
using ir::BinOp;
using ir::Expr;
using ir::Scalar;

Expr ExpressionElaborator::integer(const ast::Expr& e, Products products) const {
  Expr out = control(e, products);
  if (!ir::is_integer_control(out.type())) fail_type(layout_, e.at, "expected an integer, found a condition");
  return out;
}

Expr ExpressionElaborator::condition(const ast::Expr& e, Products products) const {
  Expr out = control(e, products);
  if (out.type() != Scalar::bool_)
    fail_type(layout_, e.at, "expected a condition, found an integer", "compare it: `e > 0`");
  return out;
}

Expr ExpressionElaborator::control_name(const ast::Expr& e) const {
  if (const std::int64_t* lanes = scope_.number(e.text)) return Expr(ir::IntLit{*lanes}, loc(e));
  const Scope::Entry& entry = variable(e);
  const ir::Type& type = entry.declaration.type;
  if (!type.is_control())
    fail_type(layout_, e.at,
              fmt::format("`{}` is data ({}): indices, bounds and conditions cannot depend on it", e.text,
                          ir::name(type.scalar)),
              "to choose by data: select(a, b, x, y) is x where a < b, else y");
  return Expr(ir::Read{entry.sym, {}, type.scalar}, loc(e));
}

Expr ExpressionElaborator::control(const ast::Expr& e, Products products) const {
  switch (e.kind) {
    case Kind::integer: return control_literal(e, e.integer);
    case Kind::boolean: return Expr(ir::BoolLit{e.boolean}, loc(e));
    case Kind::name: return control_name(e);
    case Kind::binary: {
      Expr out = control_binary(e, products);
      if (!scope_.has_numbers() || ir::is_comparison(e.op) || ir::is_logical(e.op)) return out;
      const Expr folded = ir::fold_literals(out);  // 2 * VL is a literal too
      return ir::literal(folded) ? folded : out;
    }
    case Kind::attribute: {
      Expr out = config_read(e);
      if (ir::is_data(out.type()))
        fail_type(layout_, e.at,
                  fmt::format("this field is data ({}): control cannot depend on it", ir::name(out.type())));
      return out;
    }
    case Kind::call:
      if (e.items[0].kind == Kind::name && e.items[0].text == "stride") return stride(e);
      if (is_alignment(e))
        fail_type(layout_, e.at, "an alignment is a whole assert, and stands in no other condition",
                  "a line of its own among the asserts of a procedure: `assert aligned(A, 64)`");
      fail_type(layout_, e.at, "a function of data cannot stand in an index, a bound or a condition");
    case Kind::negate: {
      const ast::Expr& arg = e.items[0];
      if (arg.kind == Kind::integer && !arg.parenthesised) return control_literal(e, -arg.integer);
      Expr value = integer(arg, products);
      return Expr(ir::Negate{value, value.type() == Scalar::int_ ? Scalar::int_ : Scalar::index}, loc(e));
    }
    case Kind::index: {
      const Scope::Entry& entry = buffer(e.items[0]);
      fail_type(layout_, e.at,
                fmt::format("`{}` is data ({}): indices, bounds and conditions cannot depend on it", entry.name,
                            ir::name(entry.declaration.type.scalar)));
    }
    case Kind::number: fail_type(layout_, e.at, fmt::format("expected an integer, found {}", e.text));
    default: fail_type(layout_, e.at, "expected an index expression");
  }
}

// The proofs know no largest integer, but C does: a larger literal could overflow however small the sizes are.
Expr ExpressionElaborator::control_literal(const ast::Expr& e, std::int64_t value) const {
  if (value > ir::largest_index_literal || value < -ir::largest_index_literal)
    fail_type(layout_, e.at,
              fmt::format("this integer is too large for an index: at most {}", ir::largest_index_literal));
  return Expr(ir::IntLit{value}, loc(e));
}

Expr ExpressionElaborator::control_binary(const ast::Expr& e, Products products) const {
  if (e.op == BinOp::mul || e.op == BinOp::div || e.op == BinOp::mod) return control_product(e, products);
  bool logical = ir::is_logical(e.op);
  auto operand = [&](const ast::Expr& side) { return logical ? condition(side, products) : integer(side, products); };
  Expr lhs = operand(e.items[0]), rhs = operand(e.items[1]);
  Scalar type = ir::binary(e.op, lhs, rhs).type();
  return Expr(ir::Binary{e.op, lhs, rhs, type}, loc(e));
}

namespace {

// The value of an expression of literals only.
std::optional<std::int64_t> constant(const Expr& e) {
  if (const std::int64_t* value = ir::literal(e)) return *value;
  const ir::Binary* b = e.as<ir::Binary>();
  if (!b) return std::nullopt;
  std::optional<std::int64_t> x = constant(b->lhs), y = constant(b->rhs);
  std::int64_t out = 0;
  if (!x || !y) return std::nullopt;
  bool overflow = b->op == BinOp::add   ? __builtin_add_overflow(*x, *y, &out)
                  : b->op == BinOp::sub ? __builtin_sub_overflow(*x, *y, &out)
                  : b->op == BinOp::mul ? __builtin_mul_overflow(*x, *y, &out)
                                        : true;
  return overflow ? std::nullopt : std::optional(out);
}

}  // namespace

Expr ExpressionElaborator::control_product(const ast::Expr& e, Products products) const {
  Expr lhs = integer(e.items[0], products), rhs = integer(e.items[1], products);
  std::optional<std::int64_t> divisor = constant(rhs);
  if (e.op == BinOp::mul) {
    if (products == Products::quasi_affine && !divisor && !constant(lhs))
      fail_type(layout_, e.at, "a product of two variables is not quasi-affine",
                "one factor must be a literal here; shapes and asserts may multiply variables");
  } else {
    const char* what = e.op == BinOp::div ? "divisor" : "modulus";
    if (!divisor) fail_type(layout_, e.items[1].at, fmt::format("the {} must be a literal", what));
    if (*divisor <= 0)
      fail_type(layout_, e.items[1].at, fmt::format("the {} must be positive, found {}", what, *divisor));
    rhs = Expr(ir::IntLit{*divisor}, loc(e.items[1]));
  }
  Expr out(ir::Binary{e.op, lhs, rhs, ir::binary(e.op, lhs, rhs).type()}, loc(e));
  if (ir::exceeds_index_limit(out))
    fail_type(layout_, e.at,
              fmt::format("the factors of this product are too large for an index: at most {} together",
                          ir::largest_index_literal));
  return out;
}

Expr ExpressionElaborator::stride(const ast::Expr& e) const {
  if (e.items.size() != 3 || !e.keywords.empty())
    fail_type(layout_, e.at, "stride takes a buffer and a dimension: `stride(A, 0)`");
  const Scope::Entry& entry = buffer(e.items[1]);
  std::size_t rank = entry.declaration.type.shape.size();
  const ast::Expr& dim = e.items[2];
  if (dim.kind != Kind::integer) fail_type(layout_, dim.at, "the dimension of a stride must be a literal");
  if (dim.integer >= static_cast<std::int64_t>(rank))
    fail_type(layout_, dim.at,
              fmt::format("`{}` has {}, counted from 0: there is no dimension {}", entry.name,
                          counted(rank, "dimension", "dimensions"), dim.integer));
  return Expr(ir::StrideOf{entry.sym, static_cast<int>(dim.integer)}, loc(e));
}

}  // namespace tessera::syntax
