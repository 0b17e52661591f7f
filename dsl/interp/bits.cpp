// SPDX-License-Identifier: Apache-2.0
#include "dsl/interp/bits.hpp"

#include <algorithm>
#include <cmath>

#include "dsl/ir/error_bound.hpp"

namespace tessera::interp {

std::uint32_t bits_of(double value, ir::Scalar type) {
  const ir::FloatFormat f = ir::float_format(type);
  const int fraction = f.digits - 1, bits = ir::bit_size(type);
  const std::uint32_t sign = std::signbit(value) ? 1u << (bits - 1) : 0,
                      infinity = (1u << (bits - 1)) - (1u << fraction);
  if (std::isnan(value)) return f.has_infinity ? infinity | 1u << (fraction - 1) : (1u << (bits - 1)) - 1;
  if (std::isinf(value)) return sign | infinity;
  if (value == 0) return sign;
  // In units of its own last place, normal numbers have a leading one, which adds to the exponent.
  const int exponent = std::max(std::ilogb(value), f.lowest);
  const auto units = static_cast<std::uint32_t>(std::ldexp(std::fabs(value), fraction - exponent));
  return sign | ((static_cast<std::uint32_t>(exponent - f.lowest) << fraction) + units);
}

double value_of_bits(std::uint32_t bits, ir::Scalar type) {
  const ir::FloatFormat f = ir::float_format(type);
  const int fraction_bits = f.digits - 1, sign_bit = ir::bit_size(type) - 1;
  const std::uint32_t magnitude = bits & ((1u << sign_bit) - 1), infinity = (1u << sign_bit) - (1u << fraction_bits);
  const double sign = bits >> sign_bit ? -1 : 1;
  if (f.has_infinity ? magnitude > infinity : magnitude == (1u << sign_bit) - 1) return NAN;
  if (f.has_infinity && magnitude == infinity) return sign * INFINITY;
  const auto exponent = static_cast<int>(magnitude >> fraction_bits);
  const std::uint32_t fraction = magnitude & ((1u << fraction_bits) - 1);
  const std::uint32_t units = exponent ? fraction + (1u << fraction_bits) : fraction;
  return sign * std::ldexp(units, f.lowest - fraction_bits + std::max(exponent - 1, 0));
}

}  // namespace tessera::interp
