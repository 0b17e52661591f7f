// SPDX-License-Identifier: Apache-2.0
#include "schemes/guard.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "schedules/inspect.hpp"
#include "schemes/nest.hpp"

namespace tessera::schemes {
namespace {

using Kind = Specifier::Kind;
using Condition = Guard::Condition;

/// An index expression, as far as it is a sum of counters.
class Reader {
 public:
  explicit Reader(Cursor at) : at_(std::move(at)) {}

  std::vector<Condition> conditions(const ir::Expr& e) const {
    const auto* b = e.as<ir::Binary>();
    if (!b) refuse_condition(e);
    if (b->op == ir::BinOp::and_) {
      std::vector<Condition> out = conditions(b->lhs), more = conditions(b->rhs);
      out.insert(out.end(), more.begin(), more.end());
      return out;
    }
    const Condition less = difference(b->lhs, b->rhs), more = difference(b->rhs, b->lhs);
    switch (b->op) {
      case ir::BinOp::ge: return {less};
      case ir::BinOp::gt: return {plus(less, -1)};
      case ir::BinOp::le: return {more};
      case ir::BinOp::lt: return {plus(more, -1)};
      case ir::BinOp::eq: return {less, more};
      default: refuse_condition(e);
    }
  }

 private:
  static Condition plus(Condition c, std::int64_t constant) {
    c.constant += constant;
    return c;
  }

  Condition difference(const ir::Expr& a, const ir::Expr& b) const {
    Condition out;
    add(a, 1, out), add(b, -1, out);
    return out;
  }

  void add(const ir::Expr& e, std::int64_t times, Condition& out) const {
    if (const std::int64_t* number = ir::literal(e)) {
      out.constant += times * *number;
      return;
    }
    if (const auto* counter = e.as<ir::Read>(); counter && counter->idx.empty()) {
      out.factors[counter->name.text()] += times;
      return;
    }
    if (const auto* minus = e.as<ir::Negate>()) return add(minus->arg, -times, out);
    const auto* b = e.as<ir::Binary>();
    if (b && (b->op == ir::BinOp::add || b->op == ir::BinOp::sub))
      return add(b->lhs, times, out), add(b->rhs, b->op == ir::BinOp::add ? times : -times, out);
    if (b && b->op == ir::BinOp::mul && ir::literal(b->lhs)) return add(b->rhs, times * *ir::literal(b->lhs), out);
    if (b && b->op == ir::BinOp::mul && ir::literal(b->rhs)) return add(b->lhs, times * *ir::literal(b->rhs), out);
    refuse_condition(e);
  }

  [[noreturn]] void refuse_condition(const ir::Expr& e) const {
    refuse(at_, fmt::format("the sum is guarded by {}", ir::print(e, ir::Names(at_.proc().ir()))),
           "guards compare sums of counters, each times a number");
  }

  Cursor at_;
};

bool is_on(const Condition& c, const std::string& counter) { return c.factors.count(counter) > 0; }

// But for one of the counters.
std::int64_t least(const Condition& c, const Guard::Ranges& ranges, const std::string& without = "") {
  std::int64_t out = c.constant;
  for (const auto& [counter, factor] : c.factors) {
    const Guard::Range& range = ranges.at(counter);
    if (counter != without) out += factor * (factor > 0 ? range.lo : range.hi - 1);
  }
  return out;
}

bool holds(const Condition& c, const Guard::Ranges& ranges) { return least(c, ranges) >= 0; }

bool can_hold(const Condition& c, const Guard::Ranges& ranges) {
  Condition opposite{c.factors, -c.constant};
  for (auto& [counter, factor] : opposite.factors) factor = -factor;
  return least(opposite, ranges) <= 0;
}

// With some values of the sums it holds for part of the iterations of the other loops.
bool is_open(const Condition& c, Guard::Ranges ranges, const std::set<std::string>& sums) {
  for (const auto& [counter, factor] : c.factors) {
    const Guard::Range all = ranges.at(counter);
    if (sums.count(counter) == 0 || all.hi - all.lo <= 1) continue;
    for (std::int64_t value = all.lo; value < all.hi; ++value) {
      ranges[counter] = {value, value + 1};
      if (is_open(c, ranges, sums)) return true;
    }
    return false;
  }
  return !holds(c, ranges) && can_hold(c, ranges);
}

// "p + r <= 45": counters on one side.
std::string text_of(const Condition& c) {
  const bool is_below = std::all_of(c.factors.begin(), c.factors.end(), [](const auto& f) { return f.second < 0; });
  std::vector<std::string> terms;
  for (const auto& [counter, factor] : c.factors) {
    const std::int64_t times = is_below ? -factor : factor;
    terms.push_back(times == 1 ? counter : fmt::format("{} * {}", times, counter));
  }
  return fmt::format("{} {} {}", fmt::join(terms, " + "), is_below ? "<=" : ">=", is_below ? c.constant : -c.constant);
}

}  // namespace

Guard Guard::of(const Cursor& conditional) {
  return Guard(Reader(conditional).conditions(conditional.stmt().as<ir::If>()->cond));
}

std::set<std::string> Guard::counters() const {
  std::set<std::string> out;
  for (const Condition& c : conditions_)
    for (const auto& [counter, factor] : c.factors) out.insert(counter);
  return out;
}

bool Guard::is_on(const std::string& counter) const {
  return std::any_of(conditions_.begin(), conditions_.end(),
                     [&](const Condition& c) { return schemes::is_on(c, counter); });
}

bool Guard::holds(const std::string& counter, const Ranges& ranges) const {
  return std::all_of(conditions_.begin(), conditions_.end(),
                     [&](const Condition& c) { return !schemes::is_on(c, counter) || schemes::holds(c, ranges); });
}

bool Guard::holds(const Ranges& ranges) const {
  return std::all_of(conditions_.begin(), conditions_.end(),
                     [&](const Condition& c) { return schemes::holds(c, ranges); });
}

bool Guard::can_hold(const Ranges& ranges) const {
  return std::all_of(conditions_.begin(), conditions_.end(),
                     [&](const Condition& c) { return schemes::can_hold(c, ranges); });
}

template <class Keep> Guard Guard::only(Keep keep) const {
  std::vector<Condition> out;
  std::copy_if(conditions_.begin(), conditions_.end(), std::back_inserter(out), keep);
  return Guard(std::move(out));
}

Guard Guard::on(const std::string& counter) const {
  return only([&](const Condition& c) { return schemes::is_on(c, counter); });
}

Guard Guard::without(const Guard& other) const {
  return only([&](const Condition& c) {
    return std::find(other.conditions_.begin(), other.conditions_.end(), c) == other.conditions_.end();
  });
}

Guard Guard::open(const Ranges& ranges, const std::set<std::string>& sums, const std::set<std::string>& inside) const {
  return only([&](const Condition& c) {
    const auto is_in = [](const std::set<std::string>& names, const auto& one) { return names.count(one.first) > 0; };
    return std::none_of(c.factors.begin(), c.factors.end(), [&](const auto& f) { return is_in(inside, f); }) &&
           is_open(c, ranges, sums);
  });
}

std::string Guard::text() const {
  std::vector<std::string> out;
  for (const Condition& c : conditions_) out.push_back(text_of(c));
  return fmt::format("{}", fmt::join(out, " and "));
}

Guard::Range Guard::within(const std::string& counter, const Ranges& ranges) const {
  Range out = ranges.at(counter);
  for (const Condition& c : conditions_) {
    if (!schemes::is_on(c, counter)) continue;
    const std::int64_t factor = c.factors.at(counter), others = least(c, ranges, counter);
    const auto fails = [&](std::int64_t value) { return factor * value + others < 0; };
    while (out.lo < out.hi && fails(out.lo)) ++out.lo;
    while (out.lo < out.hi && fails(out.hi - 1)) --out.hi;
  }
  return out;
}

Guard::Ranges ranges_around(const Cursor& statement) {
  Guard::Ranges out;
  for (const Cursor& loop : schedules::enclosing_loops(statement)) {
    const auto* f = loop.stmt().as<ir::For>();
    const auto *lo = ir::literal(f->lo), *hi = ir::literal(f->hi);
    if (lo && hi) out[loop.name()] = {*lo, *hi};
  }
  return out;
}

}  // namespace tessera::schemes
