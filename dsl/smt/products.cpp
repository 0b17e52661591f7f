// SPDX-License-Identifier: Apache-2.0
#include "dsl/smt/products.hpp"

#include <map>

#include "dsl/smt/checked.hpp"

namespace tessera::smt {
namespace {

constexpr std::size_t max_facts = 120;

/// Collects terms by column, so that each occurs once in the new constraint.
class Sum {
 public:
  void add(int column, std::int64_t coefficient) {
    std::int64_t& cell = coefficients_[column];
    cell = checked_add(cell, coefficient);
  }
  void add(std::int64_t constant) { constant_ = checked_add(constant_, constant); }

  Constraint made(bool equality) const {
    Constraint result{{}, constant_, equality};
    for (const auto& [column, coefficient] : coefficients_) {
      if (coefficient != 0) result.terms.push_back({column, coefficient});
    }
    return result;
  }

 private:
  std::map<int, std::int64_t> coefficients_;
  std::int64_t constant_ = 0;
};

/// sign·(x - a)·(y - b) >= 0 as a constraint on x·y, x and y.
Constraint distances(const ProductColumn& p, std::int64_t a, std::int64_t b, std::int64_t sign) {
  Sum sum;
  sum.add(p.column, sign);
  sum.add(p.left, checked_multiply(-sign, b));
  sum.add(p.right, checked_multiply(-sign, a));
  sum.add(checked_multiply(sign, checked_multiply(a, b)));
  return sum.made(false);
}

void add_envelope(std::vector<Constraint>& out, const ProductColumn& p, const Box& box) {
  const IntegerInterval &x = box[p.left], &y = box[p.right];
  if (x.has_lo() && y.has_lo()) out.push_back(distances(p, x.lo, y.lo, 1));
  if (x.has_hi() && y.has_hi()) out.push_back(distances(p, x.hi, y.hi, 1));
  if (x.has_lo() && y.has_hi()) out.push_back(distances(p, x.lo, y.hi, -1));
  if (x.has_hi() && y.has_lo()) out.push_back(distances(p, x.hi, y.lo, -1));
  if (p.left == p.right) out.push_back({{{p.column, 1}}, 0, false});
}

using Known = std::map<std::pair<int, int>, int>;

/// constraint·(factor - bound), where each product of a column with the factor is known.
bool multiply(const Constraint& c, int factor, std::int64_t bound, const Known& known, Constraint& out) {
  Sum sum;
  for (const auto& [column, coefficient] : c.terms) {
    const auto product = known.find({column, factor});
    if (product == known.end()) return false;
    sum.add(product->second, coefficient);
    sum.add(column, checked_multiply(coefficient, checked_negate(bound)));
  }
  sum.add(factor, c.constant);
  sum.add(checked_multiply(c.constant, checked_negate(bound)));
  out = sum.made(c.equality);
  return true;
}

}  // namespace

void add_product_facts(std::vector<Constraint>& constraints, std::span<const ProductColumn> products, const Box& box) {
  Known known;
  std::map<int, bool> factors;
  for (const ProductColumn& p : products) {
    known[{p.left, p.right}] = known[{p.right, p.left}] = p.column;
    factors[p.left] = factors[p.right] = true;
  }
  std::vector<Constraint> facts;
  for (const auto& [factor, used] : factors) {
    const std::int64_t bound = box[factor].has_lo() ? box[factor].lo : 0;
    for (const Constraint& c : constraints) {
      if (c.terms.empty() || (!c.equality && !box[factor].has_lo())) continue;
      Constraint fact;
      if (facts.size() < max_facts && multiply(c, factor, bound, known, fact)) facts.push_back(std::move(fact));
    }
  }
  for (const ProductColumn& p : products) add_envelope(facts, p, box);
  constraints.insert(constraints.end(), facts.begin(), facts.end());
}

}  // namespace tessera::smt
