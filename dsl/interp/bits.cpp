// SPDX-License-Identifier: Apache-2.0
#include "dsl/interp/bits.hpp"

#include <algorithm>
#include <cmath>

#include "dsl/ir/error_bound.hpp"

namespace tessera::interp {

std::uint32_t bits_of(double value, ir::Scalar type) {
  const ir::FloatFormat f = ir::float_format(type);
  const int fraction = f.digits - 1, bits = 8 * ir::byte_size(type);
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

}  // namespace tessera::interp
