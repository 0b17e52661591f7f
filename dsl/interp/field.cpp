// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "dsl/interp/domain.hpp"
#include "dsl/interp/error.hpp"

namespace tessera::interp {
namespace {

using Number = Field::Number;
constexpr std::uint64_t p = Field::modulus;

std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
  std::uint64_t s = a + b;
  return s >= p ? s - p : s;
}

// 2^61 = 1, so the high half of the product is added to the low one.
std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  unsigned __int128 wide = static_cast<unsigned __int128>(a) * b;
  return sum(static_cast<std::uint64_t>(wide & p), static_cast<std::uint64_t>(wide >> 61));
}

std::uint64_t power(std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t r = 1;
  for (; exponent; exponent >>= 1, base = product(base, base))
    if (exponent & 1) r = product(r, base);
  return r;
}

// Of a product of polynomials; saturates.
std::uint32_t degree(std::uint32_t a, std::uint32_t b) {
  std::uint32_t s = a + b;
  return s < a ? UINT32_MAX : s;
}

Number sum(Number a, Number b) {
  return {sum(a.value, b.value), std::max(degree(a.numerator, b.denominator), degree(b.numerator, a.denominator)),
          degree(a.denominator, b.denominator)};
}

Number product(Number a, Number b) {
  return {product(a.value, b.value), degree(a.numerator, b.numerator), degree(a.denominator, b.denominator)};
}

Number opposite(Number a) { return {a.value == 0 ? 0 : p - a.value, a.numerator, a.denominator}; }

Number inverse(Number a) { return {power(a.value, p - 2), a.denominator, a.numerator}; }

std::uint64_t mixed(std::uint64_t x) {  // splitmix64
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

Number oracle(const std::string& function, const std::vector<Number>& arguments, ir::Scalar type) {
  std::uint64_t state = mixed(ir::is_float(type) ? 0 : 1);  // over the reals, over the integers
  for (char c : function) state = mixed(state ^ static_cast<unsigned char>(c));
  std::uint32_t highest = 0;
  for (Number a : arguments) {
    state = mixed(state ^ a.value);
    highest = std::max(highest, degree(a.numerator, a.denominator));
  }
  return {state % p, degree(highest, 1), 0};
}

}  // namespace

// A double is m·2^e exactly, and so is its image: 2 has the inverse 2^60.
Number Field::literal(double value, ir::Scalar) {
  if (!std::isfinite(value)) fail("domain", "a literal that is not finite has no image in the field");
  int exponent = 0;
  auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
  exponent -= 53;
  std::uint64_t scale = power(2, static_cast<std::uint64_t>(((exponent % 61) + 61) % 61));
  Number magnitude{product(static_cast<std::uint64_t>(std::abs(mantissa)), scale)};
  return mantissa < 0 ? opposite(magnitude) : magnitude;
}

// Rounding between float types is not modelled (values are reals); truncation to an integer is not a polynomial.
Number Field::convert(Number v, ir::Scalar from, ir::Scalar to) {
  return ir::is_float(from) && !ir::is_float(to) ? oracle("convert", {v}, to) : v;
}

Number Field::arithmetic(ir::BinOp op, Number a, Number b, ir::Scalar type) {
  switch (op) {
    case ir::BinOp::add: return sum(a, b);
    case ir::BinOp::sub: return sum(a, opposite(b));
    case ir::BinOp::mul: return product(a, b);
    case ir::BinOp::div: break;
    default: bug("operator without meaning on data");
  }
  if (!ir::is_float(type)) return oracle("divide", {a, b}, type);
  if (b.value == 0) fail("domain", "division by zero");
  return product(a, inverse(b));
}

Number Field::negate(Number a, ir::Scalar) { return opposite(a); }

Number Field::call(const std::string& function, const std::vector<Number>& arguments, ir::Scalar type) {
  return oracle(function, arguments, type);
}

// Every element with the same probability.
Number Field::random(Random& source, ir::Scalar) {
  std::uint64_t v = p;
  while (v == p) v = source() >> 3;
  return {v, 1, 0};
}

std::string Field::text(Number v) { return std::to_string(v.value); }

}  // namespace tessera::interp
