// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <set>

#include "dsl/rewrite/place.hpp"
#include "schemes/scheme.hpp"

// Sums that leave out some of their terms: `if h + r >= 1 and h + r < 57: O[h] += F[r] * I[h + r - 1]`, as those of a
// convolution at the border of its image. peeling.hpp places tiles so that each is either inside, where the condition
// always holds, or alone, where the terms of each of its results are known.
namespace tessera::schemes {

/// Conditions that all hold where a nest adds. Each says that a sum of counters, each times a factor, and a constant is
/// not negative.
class Guard {
 public:
  struct Condition {
    std::map<std::string, std::int64_t> factors;  ///< of counters, by their names
    std::int64_t constant = 0;
    bool operator==(const Condition&) const = default;
  };
  struct Range {
    std::int64_t lo = 0, hi = 0;  ///< the last is hi - 1
    auto operator<=>(const Range&) const = default;
  };
  using Ranges = std::map<std::string, Range>;

  explicit Guard(std::vector<Condition> conditions) : conditions_(std::move(conditions)) {}
  /// Of an if: comparisons of index expressions, with `and` between them. SchedulingError "scheme" for others.
  static Guard of(const Cursor& conditional);

  std::set<std::string> counters() const;
  /// Whether there is a condition on this counter.
  bool is_on(const std::string& counter) const;
  /// The conditions on this counter, or all, hold wherever the counters lie in these ranges.
  bool holds(const std::string& counter, const Ranges&) const;
  bool holds(const Ranges&) const;
  /// Each of the conditions holds somewhere in these ranges.
  bool can_hold(const Ranges&) const;
  /// The part of the counter's range where the conditions on it hold, wherever the others lie; lo == hi where there is
  /// none.
  Range within(const std::string& counter, const Ranges&) const;

  bool is_empty() const { return conditions_.empty(); }
  /// The conditions on this counter alone; all but those of another guard.
  Guard on(const std::string& counter) const;
  Guard without(const Guard&) const;
  /// The conditions that are on none of `inside` and are left open by the loops in these ranges, whatever values the
  /// sums have: they hold for some iterations, and not for others.
  Guard open(const Ranges&, const std::set<std::string>& sums, const std::set<std::string>& inside) const;
  /// As a program has it: "p + r >= 15 and p + r <= 45".
  std::string text() const;

 private:
  template <class Keep> Guard only(Keep keep) const;
  std::vector<Condition> conditions_;
};

/// The loops around a statement that have literal bounds.
Guard::Ranges ranges_around(const Cursor& statement);

}  // namespace tessera::schemes
