// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace tessera {

/// The integers from lo to hi, both included; either end may be missing.
struct IntegerInterval {
  static constexpr std::int64_t none_lo = INT64_MIN, none_hi = INT64_MAX;
  std::int64_t lo = none_lo, hi = none_hi;

  bool has_lo() const { return lo != none_lo; }
  bool has_hi() const { return hi != none_hi; }
  bool empty() const { return lo > hi; }
  bool operator==(const IntegerInterval&) const = default;
};

}  // namespace tessera
