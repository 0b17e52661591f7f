// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dsl/interp/domain.hpp"
#include "dsl/interp/error.hpp"
#include "dsl/ir/conversion.hpp"

namespace tessera::interp {
namespace {

using Number = Integers::Number;

[[noreturn]] void overflow() { fail("overflow", "a value of the data does not fit 64 bits"); }

// b is not -1, so nothing overflows.
Number quotient(Number a, Number b, bool truncates) {
  if (b == 0) fail("domain", "division by zero");
  if (!truncates && a % b != 0) fail("domain", fmt::format("{} / {} is not an integer", a, b));
  return a / b;
}

// The type has at most 32 bits.
Number converted(Number v, const ir::Conversion& to) {
  const Number size = Number{1} << ir::bit_size(to.to), lo = ir::is_unsigned(to.to) ? 0 : -size / 2;
  if (to.range == ir::Conversion::Range::saturates) return std::clamp(v, lo, lo + size - 1);
  const Number rest = ((v % size) + size) % size;
  return rest >= lo + size ? rest - size : rest;
}

}  // namespace

Number Integers::literal(double value, ir::Scalar) {
  if (value != std::trunc(value) || std::fabs(value) > 9007199254740992.0)
    fail("domain", fmt::format("the literal {} is not an exact integer", value));
  return static_cast<Number>(value);
}

Number Integers::convert(Number v, ir::Scalar, ir::Scalar) { return v; }

Number Integers::arithmetic(ir::BinOp op, Number a, Number b, ir::Scalar type) {
  Number r = 0;
  switch (op) {
    case ir::BinOp::add:
      if (__builtin_add_overflow(a, b, &r)) overflow();
      return r;
    case ir::BinOp::sub:
      if (__builtin_sub_overflow(a, b, &r)) overflow();
      return r;
    case ir::BinOp::mul:
      if (__builtin_mul_overflow(a, b, &r)) overflow();
      return r;
    case ir::BinOp::div: return b == -1 ? negate(a, type) : quotient(a, b, !ir::is_float(type));
    default: bug("operator without meaning on data");
  }
}

Number Integers::negate(Number a, ir::Scalar) {
  Number r = 0;
  if (__builtin_sub_overflow(Number{0}, a, &r)) overflow();
  return r;
}

Number Integers::call(const std::string& f, const std::vector<Number>& a, ir::Scalar type) {
  if (f == "relu") return std::max<Number>(a[0], 0);
  if (f == "max" || f == "fmaxf") return std::max(a[0], a[1]);
  if (f == "min" || f == "fminf") return std::min(a[0], a[1]);
  if (f == "abs") return a[0] < 0 ? negate(a[0], type) : a[0];
  if (f == "select") return a[0] < a[1] ? a[2] : a[3];
  if (f == "less") return a[0] < a[1];
  if (f == "less_equal") return a[0] <= a[1];
  if (f == "equal") return a[0] == a[1];
  if (f == "floor" || f == "round_even") return a[0];
  if (f == "shift_right") return a[0] >> a[1];
  if (f == "shift_left") return arithmetic(ir::BinOp::mul, a[0], Number{1} << a[1], type);
  if (f == "bit_and") return a[0] & a[1];
  if (const auto to = ir::conversion_named(f)) return converted(a[0], *to);
  fail("domain", f + " is not exact on integers");
}

Number Integers::random(Random& source, ir::Scalar type) { return static_cast<Number>(Floats::random(source, type)); }

std::string Integers::text(Number v) { return std::to_string(v); }

}  // namespace tessera::interp
