// SPDX-License-Identifier: Apache-2.0
#include "dsl/smt/elimination.hpp"

#include <algorithm>
#include <limits>

#include "dsl/smt/checked.hpp"

namespace tessera::smt {
namespace {

constexpr std::size_t max_rows = 300;

using Row = std::vector<std::int64_t>;

std::span<const std::int64_t> coefficients(const Row& row) { return {row.data(), row.size() - 1}; }

std::uint64_t content(const Row& row) {
  std::uint64_t common = 0;
  for (std::int64_t k : coefficients(row)) {
    if (k != 0) common = common_divisor(common, k);
  }
  return common;
}

/// A hash of the coefficients that is the same for a row and its negative.
std::uint64_t hash_of(const Row& row) {
  std::uint64_t hash = 0, sign = 0;
  for (std::size_t i = 0; i + 1 < row.size(); ++i) {
    if (row[i] == 0) continue;
    if (sign == 0) sign = row[i] > 0 ? 1 : ~std::uint64_t{0};
    hash = (hash ^ (static_cast<std::uint64_t>(row[i]) * sign + (i << 40))) * 0x9e3779b97f4a7c15u;
  }
  return hash;
}

/// row += factor·other
void add_multiple(Row& row, std::int64_t factor, const Row& other) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (other[i] != 0) row[i] = checked_add(row[i], checked_multiply(factor, other[i]));
  }
}

/// The integer nearest to a/b.
std::int64_t nearest_quotient(std::int64_t a, std::int64_t b) {
  const std::int64_t truncated = a / b, rest = a % b;
  if (magnitude(rest) * 2 <= magnitude(b)) return truncated;
  return truncated + ((rest < 0) == (b < 0) ? 1 : -1);
}

}  // namespace

Elimination::Elimination(const Box& box) : columns_(static_cast<int>(box.size())), box_(box) {
  for (int column = 0; column < columns_; ++column) {
    const IntegerInterval& x = box[column];
    Row row(columns_ + 1);
    if (x.has_lo() && x.lo == x.hi) {
      row[column] = 1;
      row[columns_] = checked_negate(x.lo);
      add_equality(std::move(row));
      continue;
    }
    // The bounds for implied_by_box must be rows themselves.
    if (x.has_lo()) {
      row[column] = 1;
      row[columns_] = checked_negate(x.lo);
      add_inequality(row);
    }
    if (x.has_hi()) {
      row[column] = -1;
      row[columns_] = x.hi;
      add_inequality(std::move(row));
    }
  }
}

void Elimination::require(const Constraint& c) {
  Row row(columns_ + 1);
  for (const auto& term : c.terms) row[term.column] = term.coefficient;
  row[columns_] = c.constant;
  c.equality ? add_equality(std::move(row)) : add_inequality(std::move(row));
}

void Elimination::add_equality(Row row) {
  const std::uint64_t common = content(row);
  if (common == 0) {
    contradiction_ = contradiction_ || constant(row) != 0;
    return;
  }
  const std::int64_t divisor = as_signed(common);
  if (constant(row) % divisor != 0) {
    contradiction_ = true;
    return;
  }
  for (std::int64_t& cell : row) cell /= divisor;
  equalities_.push_back(std::move(row));
}

void Elimination::add_inequality(Row row) {
  const std::uint64_t common = content(row);
  if (common == 0) {
    contradiction_ = contradiction_ || constant(row) < 0;
    return;
  }
  if (common != 1) {
    const std::int64_t divisor = as_signed(common);
    for (int i = 0; i < columns_; ++i) row[i] /= divisor;
    row[columns_] = floor_quotient(row[columns_], divisor);
  }
  if (implied_by_box(row)) return;
  const std::uint64_t hash = hash_of(row);
  if (!merge_with_known(row, hash)) inequalities_.push_back({std::move(row), hash});
}

/// Whether the bounds of the columns alone give the row. A bound itself is kept.
bool Elimination::implied_by_box(const Row& row) const {
  __int128 least = constant(row);
  int count = 0;
  for (int i = 0; i < columns_; ++i) {
    if (row[i] == 0) continue;
    const IntegerInterval& x = box_[i];
    if (row[i] > 0 ? !x.has_lo() : !x.has_hi()) return false;
    least += static_cast<__int128>(row[i]) * (row[i] > 0 ? x.lo : x.hi);
    ++count;
  }
  return count > 1 && least >= 0;
}

/// Merges the row with one of the same or opposite direction; false without one of the same.
bool Elimination::merge_with_known(Row& row, std::uint64_t hash) {
  for (Inequality& known : inequalities_) {
    if (known.hash != hash) continue;
    if (std::equal(row.begin(), row.end() - 1, known.row.begin())) {
      known.row[columns_] = std::min(constant(known.row), constant(row));
      row = known.row;
      for (Inequality& other : inequalities_) {
        if (&other != &known && other.hash == hash) meet_opposite(other, row);
      }
      return true;
    }
    meet_opposite(known, row);
  }
  return false;
}

/// a + c >= 0 and -a + d >= 0: contradictory when c + d < 0, and a + c = 0 when c + d = 0.
void Elimination::meet_opposite(Inequality& known, const Row& row) {
  for (int i = 0; i < columns_; ++i) {
    if (known.row[i] != checked_negate(row[i])) return;
  }
  const std::int64_t slack = checked_add(constant(known.row), constant(row));
  if (slack < 0) contradiction_ = true;
  if (slack == 0) add_equality(row);
}

Elimination::Outcome Elimination::run() {
  while (!contradiction_) {
    if (!equalities_.empty()) {
      Row equality = std::move(equalities_.back());
      equalities_.pop_back();
      solve(std::move(equality));
      continue;
    }
    const int column = cheapest_column();
    if (column < 0) return Outcome::open;
    project(column);
    if (inequalities_.size() > max_rows) return Outcome::exhausted;
  }
  return Outcome::infeasible;
}

/// Substitutes the column with coefficient 1 or -1, or else shrinks the coefficients and asks again later.
void Elimination::solve(Row equality) {
  int best = -1;
  for (int i = 0; i < columns_; ++i) {
    if (equality[i] != 0 && (best < 0 || magnitude(equality[i]) < magnitude(equality[best]))) best = i;
  }
  if (magnitude(equality[best]) == 1) {
    substitute(best, equality);
    steps_.push_back({Step::Kind::substitution, best, {std::move(equality)}});
  } else {
    change_variable(best, std::move(equality));
  }
}

void Elimination::substitute(int column, const Row& equality) {
  renew([&](Row& row) {
    if (row[column] != 0) add_multiple(row, checked_negate(checked_multiply(row[column], equality[column])), equality);
  });
}

/// With the least coefficient a at x: x = t - sum of round(b/a)·y for the other terms b·y, and column x means t from
/// now on. A bijection of the integer points; the other coefficients shrink to at most a/2.
void Elimination::change_variable(int column, Row equality) {
  Row multiples(columns_ + 1);
  for (int i = 0; i < columns_; ++i) {
    if (i != column) multiples[i] = nearest_quotient(equality[i], equality[column]);
  }
  const auto rewrite = [&](Row& row) {
    if (row[column] != 0) add_multiple(row, checked_negate(row[column]), multiples);
  };
  box_[column] = {};
  rewrite(equality);
  renew(rewrite);
  steps_.push_back({Step::Kind::change, column, {std::move(multiples)}});
  add_equality(std::move(equality));
}

void Elimination::renew(const std::function<void(Row&)>& rewrite) {
  std::vector<Row> equalities = std::move(equalities_);
  std::vector<Inequality> inequalities = std::move(inequalities_);
  equalities_.clear();
  inequalities_.clear();
  for (Row& row : equalities) {
    rewrite(row);
    add_equality(std::move(row));
  }
  for (Inequality& inequality : inequalities) {
    rewrite(inequality.row);
    add_inequality(std::move(inequality.row));
  }
}

/// The column whose projection makes the fewest rows, exact projections (a side with coefficients 1 only) first among
/// equals; -1 when no column is left.
int Elimination::cheapest_column() const {
  struct Sides {
    int lower = 0, upper = 0;
    bool lower_exact = true, upper_exact = true;
  };
  std::vector<Sides> sides(columns_);
  for (const Inequality& inequality : inequalities_) {
    for (int i = 0; i < columns_; ++i) {
      const std::int64_t k = inequality.row[i];
      if (k > 0) ++sides[i].lower, sides[i].lower_exact = sides[i].lower_exact && k == 1;
      if (k < 0) ++sides[i].upper, sides[i].upper_exact = sides[i].upper_exact && k == -1;
    }
  }
  int best = -1, least = std::numeric_limits<int>::max();
  for (int i = 0; i < columns_; ++i) {
    const auto& [lower, upper, lower_exact, upper_exact] = sides[i];
    if (lower + upper == 0) continue;
    const int cost = 2 * (lower * upper - lower - upper) + (lower_exact || upper_exact ? 0 : 1);
    if (cost < least) best = i, least = cost;
  }
  return best;
}

/// Fourier–Motzkin: each lower bound of the column meets each upper bound.
void Elimination::project(int column) {
  std::vector<Row> lower, upper;
  std::vector<Inequality> kept;
  for (Inequality& inequality : inequalities_) {
    const std::int64_t k = inequality.row[column];
    if (k == 0) {
      kept.push_back(std::move(inequality));
    } else {
      (k > 0 ? lower : upper).push_back(std::move(inequality.row));
    }
  }
  inequalities_ = std::move(kept);
  for (const Row& below : lower) {
    for (const Row& above : upper) {
      const std::int64_t common = as_signed(common_divisor(magnitude(below[column]), above[column]));
      Row row(columns_ + 1);
      add_multiple(row, checked_negate(above[column] / common), below);
      add_multiple(row, below[column] / common, above);
      add_inequality(std::move(row));
      if (contradiction_ || inequalities_.size() > max_rows) return;
    }
  }
  lower.insert(lower.end(), std::make_move_iterator(upper.begin()), std::make_move_iterator(upper.end()));
  steps_.push_back({Step::Kind::projection, column, std::move(lower)});
}

/// Goes back through the steps, depth first; each projection tries a few values within its bounds.
class Elimination::Reading {
 public:
  Reading(const Elimination& system, const std::function<bool(const Values&)>& accept, int budget)
      : system_(system), accept_(accept), budget_(budget), values_(system.columns_) {}

  bool from(std::size_t step) {
    if (step == 0) return accept_(values_);
    if (--budget_ < 0) return false;
    const Step& last = system_.steps_[step - 1];
    if (last.kind == Step::Kind::projection) return choose(last, step - 1);
    const std::int64_t before = values_[last.column];
    const Row& row = last.rows.front();
    const std::int64_t sum = value_of(row);
    values_[last.column] = last.kind == Step::Kind::change ? checked_subtract(before, sum)
                                                           : checked_multiply(checked_negate(row[last.column]), sum);
    if (from(step - 1)) return true;
    values_[last.column] = before;
    return false;
  }

 private:
  static constexpr int tries = 5;

  /// The row at the values so far; columns without a value count as 0.
  std::int64_t value_of(const Row& row) const {
    std::int64_t sum = row.back();
    for (int i = 0; i < system_.columns_; ++i) {
      if (row[i] != 0) sum = checked_add(sum, checked_multiply(row[i], values_[i]));
    }
    return sum;
  }

  IntegerInterval bounds(const Step& projection) const {
    IntegerInterval x;
    for (const Row& row : projection.rows) {
      const std::int64_t k = row[projection.column], rest = value_of(row);
      if (k > 0) {
        x.lo = std::max(x.lo, ceiling_quotient(checked_negate(rest), k));
      } else {
        x.hi = std::min(x.hi, floor_quotient(rest, checked_negate(k)));
      }
    }
    return x;
  }

  bool choose(const Step& projection, std::size_t step) {
    const IntegerInterval x = bounds(projection);
    if (x.empty()) return false;
    const std::int64_t start = std::clamp<std::int64_t>(0, x.lo, x.hi);
    for (int i = 0; i < tries; ++i) {
      // start, start + 1, start - 1, start + 2, …
      const std::int64_t offset = i % 2 == 1 ? (i + 1) / 2 : -(i / 2);
      const std::int64_t value = checked_add(start, offset);
      if (value < x.lo || value > x.hi) continue;
      values_[projection.column] = value;
      if (from(step)) return true;
    }
    values_[projection.column] = 0;
    return false;
  }

  const Elimination& system_;
  const std::function<bool(const Values&)>& accept_;
  int budget_;
  Values values_;
};

bool Elimination::read_back(const std::function<bool(const Values&)>& accept, int budget) {
  return Reading(*this, accept, budget).from(steps_.size());
}

}  // namespace tessera::smt
