// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <set>

#include "dsl/rewrite/place.hpp"
#include "schemes/scheme.hpp"

// Sums without some of their terms: `if h + r >= 1 and h + r < 57: O[h] += F[r] * I[h + r - 1]`, as in a convolution at
// the border of its image. peeling.hpp separates tiles where the condition always holds from tiles of results with
// known terms.
namespace tessera::schemes {

/// Conditions that all hold where a nest adds. Each says that a linear combination of counters and a constant is not
/// negative.
class Guard {
 public:
  struct Condition {
    std::map<std::string, std::int64_t> factors;  ///< of counters, by their names
    std::int64_t constant = 0;
    bool operator==(const Condition&) const = default;
  };
  struct Range {
    std::int64_t lo = 0, hi = 0;  ///< half-open
    auto operator<=>(const Range&) const = default;
  };
  using Ranges = std::map<std::string, Range>;

  explicit Guard(std::vector<Condition> conditions) : conditions_(std::move(conditions)) {}
  /// From an if: comparisons of index expressions, joined by `and`. SchedulingError "scheme" for others.
  static Guard of(const Cursor& conditional);

  std::set<std::string> counters() const;
  /// Whether there is a condition on this counter.
  bool is_on(const std::string& counter) const;
  /// The conditions on this counter, or all, hold wherever the counters lie in these ranges.
  bool holds(const std::string& counter, const Ranges&) const;
  bool holds(const Ranges&) const;
  /// Each of the conditions holds somewhere in these ranges.
  bool can_hold(const Ranges&) const;
  /// The part of the counter's range where its conditions hold for all values of the others; lo == hi for none.
  Range within(const std::string& counter, const Ranges&) const;

  bool is_empty() const { return conditions_.empty(); }
  /// The conditions on this counter alone; all conditions but another guard's.
  Guard on(const std::string& counter) const;
  Guard without(const Guard&) const;
  /// The conditions on none of `inside` that the loops in these ranges leave open, for all values of the sums: they
  /// hold for some iterations only.
  Guard open(const Ranges&, const std::set<std::string>& sums, const std::set<std::string>& inside) const;
  /// In program syntax: "p + r >= 15 and p + r <= 45".
  std::string text() const;

 private:
  template <class Keep> Guard only(Keep keep) const;
  std::vector<Condition> conditions_;
};

/// Ranges of the loops with literal bounds around a statement.
Guard::Ranges ranges_around(const Cursor& statement);

}  // namespace tessera::schemes
