// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dsl/interp/domain.hpp"
#include "dsl/interp/error.hpp"
#include "dsl/ir/conversion.hpp"
#include "dsl/ir/error_bound.hpp"

namespace tessera::interp {
namespace {

using ir::Scalar;

// Nearest number with `digits` binary digits and at least exponent `lowest`, ties to even; infinity from 2^highest on.
double round_to_digits(double v, int digits, int lowest, int highest) {
  if (v == 0 || !std::isfinite(v)) return v;
  int exponent = 0;
  std::frexp(v, &exponent);
  int shift = digits - std::max(exponent, lowest);
  double rounded = std::ldexp(std::nearbyint(std::ldexp(v, shift)), -shift);
  return std::fabs(rounded) >= std::ldexp(1.0, highest) ? std::copysign(INFINITY, v) : rounded;
}

double round_float(double v, Scalar type) {
  if (type == Scalar::f64) return v;
  if (type == Scalar::f32 || type == Scalar::R) return static_cast<float>(v);
  const ir::FloatFormat f = ir::float_format(type);
  const double rounded = round_to_digits(v, f.digits, f.lowest + 1, f.highest + 1);
  return f.has_infinity || std::fabs(rounded) <= ir::largest(type) ? rounded : NAN;
}

struct ValueRange {
  double lo, hi;
};

ValueRange range_of(Scalar type) {
  switch (type) {
    case Scalar::bit: return {0, 1};
    case Scalar::i4: return {-8, 7};
    case Scalar::ui4: return {0, 15};
    case Scalar::i8: return {-128, 127};
    case Scalar::ui8: return {0, 255};
    case Scalar::i16: return {-32768, 32767};
    case Scalar::ui16: return {0, 65535};
    case Scalar::ui32: return {0, 4294967295.0};
    case Scalar::i64: return {-9007199254740992.0, 9007199254740992.0};  // what a double holds exactly
    case Scalar::ui64: return {0, 9007199254740992.0};
    default: return {-2147483648.0, 2147483647.0};
  }
}

double in_range(double v, Scalar type) {
  ValueRange r = range_of(type);
  if (!(v >= r.lo && v <= r.hi)) fail("overflow", fmt::format("{} does not fit {}", v, ir::name(type)));
  return v;
}

double result(double v, Scalar type) {
  const Scalar computed = ir::computed_as(type);
  return ir::is_float(type) ? round_float(v, computed) : in_range(v, computed);
}

}  // namespace

double Floats::literal(double value, Scalar type) {
  if (ir::is_float(type)) return round_float(value, ir::computed_as(type));
  if (value != std::trunc(value)) fail("domain", fmt::format("{} is not a number of type {}", value, ir::name(type)));
  return value;
}

double Floats::convert(double v, Scalar from, Scalar to) {
  if (ir::is_float(to)) return round_float(v, to);
  return in_range(ir::is_float(from) ? std::trunc(v) + 0.0 : v, to);  // + 0.0: no integer is -0
}

double Floats::arithmetic(ir::BinOp op, double a, double b, Scalar type) {
  switch (op) {
    case ir::BinOp::add: return result(a + b, type);
    case ir::BinOp::sub: return result(a - b, type);
    case ir::BinOp::mul: return result(a * b, type);
    case ir::BinOp::div: break;
    default: bug("operator without meaning on data");
  }
  if (ir::is_float(type)) return result(a / b, type);
  if (b == 0) fail("domain", "integer division by zero");
  return result(std::trunc(a / b), type);
}

double Floats::negate(double a, Scalar type) { return result(-a, type); }

namespace {

// One rounding, in the type itself, as the C library does it.
template <class F> double rounded_call(F function, double x, Scalar type) {
  if (type == Scalar::f64) return function(x);
  return round_float(function(static_cast<float>(x)), ir::computed_as(type));
}

double sigmoid(double x, Scalar type) {
  if (type == Scalar::f64) return 1.0 / (1.0 + std::exp(-x));
  return round_float(1.0f / (1.0f + std::exp(-static_cast<float>(x))), ir::computed_as(type));
}

double saturated(double v, Scalar type) {
  if (std::isnan(v)) fail("domain", fmt::format("no {} is nearest to a NaN", ir::name(type)));
  const ValueRange r = range_of(type);
  return std::clamp(std::trunc(v) + 0.0, r.lo, r.hi);
}

double wrapped(double v, Scalar type) {
  const double size = std::ldexp(1, ir::bit_size(type)), rest = v - size * std::floor(v / size);
  return !ir::is_unsigned(type) && rest >= size / 2 ? rest - size : rest;
}

double bit_and(double v, double mask) {
  return static_cast<double>(static_cast<std::int64_t>(v) & static_cast<std::int64_t>(mask));
}

}  // namespace

double Floats::call(const std::string& f, const std::vector<double>& a, Scalar type) {
  if (f == "relu") return a[0] > 0 ? a[0] : 0;
  if (f == "max") return a[0] > a[1] ? a[0] : a[1];
  if (f == "min") return a[0] < a[1] ? a[0] : a[1];
  if (f == "fmaxf") return std::fmax(a[0], a[1]);
  if (f == "fminf") return std::fmin(a[0], a[1]);
  if (f == "abs") return std::fabs(a[0]);
  if (f == "select") return a[0] < a[1] ? a[2] : a[3];
  if (f == "less") return a[0] < a[1];
  if (f == "less_equal") return a[0] <= a[1];
  if (f == "equal") return a[0] == a[1];
  if (const auto to = ir::conversion_named(f))
    return to->range == ir::Conversion::Range::wraps ? wrapped(a[0], to->to) : saturated(a[0], to->to);
  if (f == "shift_left") return result(std::ldexp(a[0], static_cast<int>(a[1])), type);
  if (f == "shift_right") return std::floor(std::ldexp(a[0], -static_cast<int>(a[1])));
  if (f == "bit_and") return bit_and(a[0], a[1]);
  if (f == "floor") return std::floor(a[0]);
  if (f == "round_even") return std::nearbyint(a[0]);
  if (!ir::is_float(type)) fail("domain", f + " has no meaning on " + std::string(ir::name(type)));
  if (f == "sqrt") return rounded_call([](auto x) { return std::sqrt(x); }, a[0], type);
  if (f == "sin") return rounded_call([](auto x) { return std::sin(x); }, a[0], type);
  if (f == "exp" || f == "expf") return rounded_call([](auto x) { return std::exp(x); }, a[0], type);
  if (f == "sigmoid") return sigmoid(a[0], type);
  fail("domain", "unknown function " + f);
}

double Floats::random(Random& source, Scalar type) {
  double v = static_cast<double>(source() % (type == Scalar::bit ? 2 : 8));
  return ir::is_unsigned(type) ? v : v - 4;
}

std::string Floats::text(double v) { return fmt::format("{}", v); }

}  // namespace tessera::interp
