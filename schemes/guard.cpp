// SPDX-License-Identifier: Apache-2.0
#include "schemes/guard.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>

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

namespace {

// A nest takes some twenty steps, and what is compiled of it room in the caches: from so many on, those of a border are
// better loops that ask; and what is still more is not done at all.
constexpr std::int64_t few_nests = 100, max_nests = 200;
constexpr std::int64_t least_inside = 4;  // iterations to one inside, which then asks too

class Peeling {
 public:
  Peeling(const Extents& extents, const std::set<std::string>& sums, const Guard& guard, std::int64_t most, bool asks)
      : sums_(sums), guard_(guard), most_(most), asks_(asks) {
    for (const auto& [dim, extent] : extents) all_[dim] = {0, extent};
  }

  // Nothing where it cannot be done so, or more would be unrolled.
  std::optional<Tiling> whole(const Tiling& t) {
    Tiling out = peeled(t, all_);
    if (is_over()) return std::nullopt;
    return out;
  }

  std::int64_t nests() const { return nests_; }

 private:
  using Ranges = Guard::Ranges;

  // `at`: where the results that it makes lie; all of a loop whose iterations need not be told apart.
  Tiling peeled(const Tiling& t, const Ranges& at) {
    if (is_over()) return t;
    if (t.kind == Kind::sequence) return sequence(t, at);
    if (t.kind == Kind::pack || t.kind == Kind::prefetch) return with_inner(t, peeled(t.inner.front(), at));
    if (is_of_tile(t) || (sums_.count(t.dim) && guard_.is_on(t.dim))) return tile(t, at);
    if (t.inner.empty()) return ++written_out_, t;
    if (sums_.count(t.dim) || !guard_.is_on(t.dim) || guard_.holds(t.dim, at))
      return with_inner(t, peeled(t.inner.front(), at));
    return loop(t, at);
  }

  bool is_over() const { return !is_possible_ || written_out_ > most_; }

  // A loop of it, or of its sum with nothing else inside.
  bool is_of_tile(const Tiling& t) const {
    if (t.kind == Kind::sequence || (!is_register(t.kind) && sums_.count(t.dim) == 0)) return false;
    return t.inner.empty() || is_of_tile(t.inner.front());
  }

  static Tiling with_inner(const Tiling& t, Tiling inner) {
    Tiling out = t;
    out.inner = {std::move(inner)};
    return out;
  }

  Tiling sequence(const Tiling& t, const Ranges& at) {
    Tiling out = t;
    out.inner.clear();
    Ranges part = at;
    std::int64_t begin = at.at(t.dim).lo;
    const bool is_placed = at.at(t.dim).hi - begin == t.covered(t.dim);  // else it is inside, wherever it lies
    for (const Tiling& one : t.inner) {
      if (is_placed) part[t.dim] = {begin, begin + one.covered(t.dim)};
      begin += one.covered(t.dim);
      Tiling now = peeled(one, part);
      const bool is_several = now.kind == Kind::sequence && now.dim == t.dim;
      if (!is_several) out.inner.push_back(std::move(now));
      else
        for (Tiling& each : now.inner) out.inner.push_back(std::move(each));
    }
    return out;
  }

  // The terms that the results of an iteration have of each sum; nothing where some have others, which lie together.
  std::optional<std::vector<Guard::Range>> terms(const Tiling& t, const Ranges& iteration) const {
    std::vector<Guard::Range> out;
    const Guard guard = guard_.on(t.dim);
    if (t.step() > 1 && !guard.holds(iteration)) return std::nullopt;
    for (const std::string& sum : sums_)
      if (guard.is_on(sum)) out.push_back(guard.within(sum, iteration));
    out.push_back({0, guard.can_hold(iteration)});  // what is on no sum decides about all of them
    return out;
  }

  // No results of several iterations are in the same registers.
  bool can_ask(const Tiling& t) const { return asks_ && !has_registers(t, t.dim); }

  static bool has_registers(const Tiling& t, const std::string& dim) {
    return (is_register(t.kind) && t.dim == dim && t.times > 1) ||
           std::any_of(t.inner.begin(), t.inner.end(), [&](const Tiling& inner) { return has_registers(inner, dim); });
  }

  // Runs of iterations: inside; with the same terms; each of the others alone, or together where they ask.
  using Block = std::function<Ranges(std::int64_t from, std::int64_t to)>;
  std::vector<std::int64_t> runs(const Tiling& t, const Block& block) const {
    const auto holds = [&](std::int64_t i) { return guard_.holds(t.dim, block(i, i + 1)); };
    const auto are_alike = [&](std::int64_t a, std::int64_t b) {
      if (can_ask(t)) return holds(a) == holds(b);
      const auto of_a = terms(t, block(a, a + 1));
      return of_a && of_a == terms(t, block(b, b + 1));
    };
    std::vector<std::int64_t> ends;
    for (std::int64_t i = 0; i < t.times; i = ends.back()) {
      std::int64_t end = i + 1;
      while (end < t.times && are_alike(i, end)) ++end;
      ends.push_back(end);
    }
    std::int64_t inside = 0;
    for (std::int64_t i = 0; i < t.times; ++i) inside += holds(i);
    const bool are_few = inside * least_inside < t.times;  // they ask as well
    return can_ask(t) && are_few ? std::vector{t.times} : ends;
  }

  Tiling loop(const Tiling& t, const Ranges& at) {
    Tiling out{Kind::sequence, t.dim, 1, t.covers, {}};
    const std::int64_t begin = at.at(t.dim).lo;
    const bool is_asked_around = at.at(t.dim).hi - begin > t.covered(t.dim);
    if (is_asked_around) return with_inner(t, peeled(t.inner.front(), at));
    const auto block = [&](std::int64_t from, std::int64_t to) {
      Ranges r = at;
      r[t.dim] = {begin + from * t.step(), begin + to * t.step()};
      return r;
    };
    const std::vector<std::int64_t> ends = runs(t, block);
    std::int64_t i = 0;
    for (const std::int64_t end : ends) {
      Tiling part = with_inner(t, t.inner.front());
      part.kind = Kind::tile, part.times = end - i, part.covers[t.dim] = t.step() * part.times;
      out.inner.push_back(with_inner(part, peeled(t.inner.front(), block(i, end))));
      i = end;
    }
    return out.inner.size() == 1 ? out.inner.front() : out;
  }

  // Around a tile at the border the sums that the guard is on come first: they are cut where its results change.
  Tiling tile(const Tiling& t, const Ranges& at) {
    std::vector<Tiling> chain{t};
    while (!chain.back().inner.empty()) chain.push_back(chain.back().inner.front());
    const auto is_sum = [&](const Tiling& one) { return sums_.count(one.dim) > 0; };
    is_possible_ =
        is_possible_ && is_of_tile(t) && (chain.back().kind != Kind::vector || !guard_.is_on(chain.back().dim));
    written_out_ += std::accumulate(chain.begin(), chain.end(), std::int64_t{1}, [](std::int64_t n, const Tiling& one) {
      return one.kind == Kind::unroll ? n * one.times : n;
    });
    if (!is_possible_ || guard_.holds(at)) return ++nests_, t;
    nests_ += nests(t, at);
    const auto inner = std::stable_partition(chain.begin(), chain.end(),
                                             [&](const Tiling& one) { return is_sum(one) && guard_.is_on(one.dim); });
    for (auto sum = chain.begin(); sum != inner; ++sum) sum->kind = Kind::tile;
    return nested(chain);
  }

  // What is left of it where its sums are cut: one for each part of them that the same results have.
  std::int64_t nests(const Tiling& t, const Ranges& at) const {
    std::int64_t out = 1;
    for (const std::string& sum : sums_)
      if (guard_.is_on(sum)) out *= parts(t, at, sum);
    return out;
  }

  std::int64_t parts(const Tiling& t, Ranges at, const std::string& sum) const {
    const Guard guard = guard_.on(sum);
    std::int64_t count = 0;
    std::vector<Guard::Range> before;
    for (std::int64_t value = all_.at(sum).lo; value < all_.at(sum).hi; ++value) {
      at[sum] = {value, value + 1};
      std::vector<Guard::Range> results;
      for (const auto& [dim, covered] : t.covers)
        if (covered > 1 && sums_.count(dim) == 0 && guard.is_on(dim)) results.push_back(guard.within(dim, at));
      count += count == 0 || results != before;
      before = std::move(results);
    }
    return count;
  }

  static Tiling nested(const std::vector<Tiling>& chain) {
    Tiling out = chain.back();
    out.inner.clear();
    out.covers = {{out.dim, out.times}};
    for (auto one = chain.rbegin() + 1; one != chain.rend(); ++one) {
      Tiling outer = *one;
      outer.covers = out.covers;
      outer.covers[outer.dim] = out.covered(outer.dim) * outer.times;
      outer.inner = {std::move(out)};
      out = std::move(outer);
    }
    return out;
  }

  const std::set<std::string>& sums_;
  const Guard& guard_;
  const std::int64_t most_;
  const bool asks_;
  Ranges all_;
  std::int64_t written_out_ = 0, nests_ = 0;
  bool is_possible_ = true;
};

}  // namespace

std::optional<Tiling> peeled(const Tiling& t, const Extents& extents, const std::set<std::string>& sums,
                             const Guard& guard, std::int64_t most) {
  Peeling apart(extents, sums, guard, most, false);
  std::optional<Tiling> out = apart.whole(t);
  if (!out || apart.nests() <= few_nests) return out;
  Peeling asking(extents, sums, guard, most, true);
  out = asking.whole(t);
  return asking.nests() <= max_nests ? out : std::nullopt;
}

}  // namespace tessera::schemes
