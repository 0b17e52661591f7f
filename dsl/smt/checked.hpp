// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <numeric>

#include "dsl/smt/formula.hpp"
#include "dsl/support/floor.hpp"

namespace tessera::smt {

// Arithmetic on 64-bit integers that throws Overflow where the result does not fit.

inline std::int64_t checked_add(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) throw Overflow{};
  return sum;
}

inline std::int64_t checked_subtract(std::int64_t a, std::int64_t b) {
  std::int64_t difference = 0;
  if (__builtin_sub_overflow(a, b, &difference)) throw Overflow{};
  return difference;
}

inline std::int64_t checked_multiply(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) throw Overflow{};
  return product;
}

inline std::int64_t checked_negate(std::int64_t a) { return checked_subtract(0, a); }

/// Rounds towards plus infinity; the divisor is positive.
inline std::int64_t ceiling_quotient(std::int64_t a, std::int64_t divisor) {
  return a / divisor + (a % divisor > 0 ? 1 : 0);
}

/// The absolute value as a number that always fits.
inline std::uint64_t magnitude(std::int64_t a) {
  return a < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(a) : static_cast<std::uint64_t>(a);
}

/// Greatest common divisor of the divisor so far (0 at first) and one more number.
inline std::uint64_t common_divisor(std::uint64_t so_far, std::int64_t a) {
  return so_far == 1 ? 1 : std::gcd(so_far, magnitude(a));
}

/// A divisor as a signed number; only 2^63 does not fit.
inline std::int64_t as_signed(std::uint64_t divisor) {
  if (divisor > static_cast<std::uint64_t>(INT64_MAX)) throw Overflow{};
  return static_cast<std::int64_t>(divisor);
}

}  // namespace tessera::smt
