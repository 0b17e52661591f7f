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
using Number = Wrapping::Number;
using Wide = __int128;  // holds the product of any two integers of the machine

constexpr Number unknown{0, false};

// Up to 2^digits every integer is a number of the floating-point type.
int digits(Scalar type) { return ir::float_format(type).digits; }

Number exact(Wide v, int bits) {
  const Wide limit = Wide{1} << bits;
  return -limit <= v && v <= limit ? Number{static_cast<double>(v), true} : unknown;
}

Wide wrapped(Wide v, Scalar type) {
  const Wide size = Wide{1} << ir::bit_size(type);
  const Wide rest = (v % size + size) % size;
  const bool is_negative = !ir::is_unsigned(type) && rest >= size / 2;
  return is_negative ? rest - size : rest;
}

// A value of the type, for a place of it or of an operation.
Number number(Wide v, Scalar type) {
  if (!ir::is_float(type)) return exact(wrapped(v, type), digits(Scalar::f64));
  const Number out = exact(v, digits(type));
  return out.is_known && std::fabs(out.value) <= ir::largest(type) ? out : unknown;
}

Number quotient(Wide a, Wide b, Scalar type) {
  if (!ir::is_float(type) && b == 0) fail("domain", "integer division by zero");
  if (ir::is_float(type) && (b == 0 || a % b != 0)) return unknown;
  return number(a / b, ir::computed_as(type));
}

// Of integers such a function gives an integer.
bool never_rounds(const std::string& function) {
  for (const char* name : {"relu", "max", "min", "fmaxf", "fminf", "abs", "select", "less", "less_equal", "equal",
                           "floor", "round_even", "shift_right", "bit_and"})
    if (function == name) return true;
  return ir::conversion_named(function).has_value();
}

bool all_known(const std::vector<Number>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](Number n) { return n.is_known; });
}

}  // namespace

Number Wrapping::literal(double value, Scalar type) {
  const double v = Floats::literal(value, type);
  return v == std::trunc(v) && std::fabs(v) <= 9007199254740992.0 ? Number{v, true} : unknown;
}

Number Wrapping::convert(Number a, Scalar from, Scalar to) {
  if (!a.is_known) return a;
  if (ir::is_float(from) && !ir::is_float(to)) return {Floats::convert(a.value, from, to), true};
  return number(static_cast<Wide>(a.value), to);
}

Number Wrapping::arithmetic(ir::BinOp op, Number a, Number b, Scalar type) {
  if (!a.is_known || !b.is_known) return unknown;
  const auto x = static_cast<Wide>(a.value), y = static_cast<Wide>(b.value);
  switch (op) {
    case ir::BinOp::add: return number(x + y, ir::computed_as(type));
    case ir::BinOp::sub: return number(x - y, ir::computed_as(type));
    case ir::BinOp::mul: return number(x * y, ir::computed_as(type));
    case ir::BinOp::div: return quotient(x, y, type);
    default: bug("operator without meaning on data");
  }
}

Number Wrapping::negate(Number a, Scalar type) { return arithmetic(ir::BinOp::sub, {0, true}, a, type); }

Number Wrapping::call(const std::string& function, const std::vector<Number>& arguments, Scalar type) {
  if (!all_known(arguments)) return unknown;
  if (function == "shift_left")
    return arithmetic(ir::BinOp::mul, arguments[0], {std::ldexp(1, static_cast<int>(arguments[1].value)), true}, type);
  if (!never_rounds(function)) return unknown;
  std::vector<double> values;
  for (Number n : arguments) values.push_back(n.value);
  return {Floats::call(function, values, type), true};
}

Number Wrapping::random(Random& source, Scalar type) { return {Floats::random(source, type), true}; }

std::string Wrapping::text(Number n) { return n.is_known ? Floats::text(n.value) : "not known"; }

}  // namespace tessera::interp
