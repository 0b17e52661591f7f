// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

namespace tessera::fuzz {

/// c + n·N + m·M over the two sizes of a random program.
struct Linear {
  int c = 0, n = 0, m = 0;
  friend bool operator==(const Linear&, const Linear&) = default;
};
Linear operator+(Linear, Linear);
Linear operator-(Linear, Linear);
Linear operator*(int, Linear);
/// As an index expression: "2 * n + 1".
std::string text(Linear);

/// Bounds of the two sizes.
struct SizeBounds {
  int n_lo = 1, m_lo = 1;
  std::optional<int> n_hi, m_hi;
  /// The minimum of the expression; nothing if unbounded.
  std::optional<int> least(Linear) const;
  bool at_most(Linear a, Linear b) const;
};

}  // namespace tessera::fuzz
