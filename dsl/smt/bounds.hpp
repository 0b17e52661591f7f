// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "dsl/smt/constraint.hpp"

namespace tessera::smt {

/// The integers from lo to hi; either end may be missing.
struct Interval {
  static constexpr std::int64_t none_lo = INT64_MIN, none_hi = INT64_MAX;
  std::int64_t lo = none_lo, hi = none_hi;

  bool has_lo() const { return lo != none_lo; }
  bool has_hi() const { return hi != none_hi; }
  bool empty() const { return lo > hi; }
  bool operator==(const Interval&) const = default;
};

/// What is known of each column on its own.
using Box = std::vector<Interval>;

/// Narrows the box by each constraint until nothing changes or a few rounds are over.
/// False when a column has no value left: the constraints hold nowhere in the box.
bool narrow(Box&, std::span<const Constraint>);

/// Whether the constraint holds nowhere, or everywhere in the box.
bool surely_false(const Constraint&, const Box&);
bool surely_true(const Constraint&, const Box&);

}  // namespace tessera::smt
