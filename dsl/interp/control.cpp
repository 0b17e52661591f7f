// SPDX-License-Identifier: Apache-2.0
#include "dsl/interp/control.hpp"

#include "dsl/interp/error.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/support/floor.hpp"

namespace tessera::interp {
namespace {

using ir::BinOp;
using ir::Expr;

[[noreturn]] void overflow(const Expr& e) {
  fail("overflow", "index expression " + ir::print(e) + " does not fit 64 bits", e.loc());
}

std::int64_t arithmetic(const Expr& e, BinOp op, std::int64_t a, std::int64_t b) {
  std::int64_t r = 0;
  switch (op) {
    case BinOp::add:
      if (__builtin_add_overflow(a, b, &r)) overflow(e);
      return r;
    case BinOp::sub:
      if (__builtin_sub_overflow(a, b, &r)) overflow(e);
      return r;
    case BinOp::mul:
      if (__builtin_mul_overflow(a, b, &r)) overflow(e);
      return r;
    case BinOp::lt: return a < b;
    case BinOp::gt: return a > b;
    case BinOp::le: return a <= b;
    case BinOp::ge: return a >= b;
    case BinOp::eq: return a == b;
    default: break;
  }
  if (b <= 0) fail("domain", "the divisor in " + ir::print(e) + " is " + std::to_string(b) + ", not positive", e.loc());
  return op == BinOp::div ? floor_quotient(a, b) : floor_remainder(a, b);
}

}  // namespace

std::int64_t evaluate(const Expr& e, const ControlScope& scope) {
  return e.match([](const ir::IntLit& n) { return n.value; },
                 [](const ir::BoolLit& n) { return std::int64_t{n.value}; },
                 [&](const ir::Read& n) { return scope.variable(n.name); },
                 [&](const ir::Binary& n) {
                   std::int64_t a = evaluate(n.lhs, scope);
                   if (n.op == BinOp::and_) return a ? evaluate(n.rhs, scope) : 0;
                   if (n.op == BinOp::or_) return a ? 1 : evaluate(n.rhs, scope);
                   return arithmetic(e, n.op, a, evaluate(n.rhs, scope));
                 },
                 [&](const ir::Negate& n) { return arithmetic(e, BinOp::sub, 0, evaluate(n.arg, scope)); },
                 [&](const ir::StrideOf& n) { return scope.stride(n.tensor, n.dim); },
                 [&](const ir::Aligned& n) { return std::int64_t{scope.is_aligned(n.tensor, n.bytes)}; },
                 [&](const ir::ReadConfig& n) { return scope.config(n.config->name, n.field); },
                 [&](const auto&) -> std::int64_t { bug("data expression in control position: " + ir::print(e)); });
}

}  // namespace tessera::interp
