// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace tessera {

/// Rounds towards minus infinity; the divisor is positive.
constexpr std::int64_t floor_quotient(std::int64_t a, std::int64_t divisor) {
  return a / divisor - (a % divisor < 0 ? 1 : 0);
}

/// From 0 to divisor - 1; the divisor is positive.
constexpr std::int64_t floor_remainder(std::int64_t a, std::int64_t divisor) {
  const std::int64_t remainder = a % divisor;
  return remainder < 0 ? remainder + divisor : remainder;
}

}  // namespace tessera
