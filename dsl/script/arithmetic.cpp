// SPDX-License-Identifier: Apache-2.0
#include "dsl/script/arithmetic.hpp"

#include <limits>

#include "dsl/script/schedule_error.hpp"

namespace tessera::script {
namespace {

[[noreturn]] void does_not_fit(const syntax::ScheduleExpr& e) { fail_at(e.loc, "the result does not fit 64 bits"); }

// Division and its remainder round down, as in programs.
std::int64_t quotient(const syntax::ScheduleExpr& e, std::int64_t a, std::int64_t b) {
  if (b == 0) fail_at(e.loc, "division by zero");
  if (b == -1 && a == std::numeric_limits<std::int64_t>::min()) does_not_fit(e);
  const std::int64_t q = a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
  return e.op == ir::BinOp::div ? q : a - q * b;
}

}  // namespace

std::int64_t negated(const syntax::ScheduleExpr& e, std::int64_t a) {
  std::int64_t out = 0;
  if (__builtin_sub_overflow(std::int64_t{0}, a, &out)) does_not_fit(e);
  return out;
}

std::int64_t computed(const syntax::ScheduleExpr& e, std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  bool fits = true;
  switch (e.op) {
    case ir::BinOp::add: fits = !__builtin_add_overflow(a, b, &out); break;
    case ir::BinOp::sub: fits = !__builtin_sub_overflow(a, b, &out); break;
    case ir::BinOp::mul: fits = !__builtin_mul_overflow(a, b, &out); break;
    case ir::BinOp::div:
    case ir::BinOp::mod: return quotient(e, a, b);
    default: fail_at(e.loc, "only + - * / // % compute here");
  }
  if (!fits) does_not_fit(e);
  return out;
}

}  // namespace tessera::script
