// SPDX-License-Identifier: Apache-2.0
#include "schemes/guard.hpp"

#include <fmt/format.h>

#include <algorithm>
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
  return std::all_of(conditions_.begin(), conditions_.end(), [&](const Condition& c) {
    Condition opposite{c.factors, -c.constant};
    for (auto& [counter, factor] : opposite.factors) factor = -factor;
    return least(opposite, ranges) <= 0;
  });
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

class Peeling {
 public:
  Peeling(const Extents& extents, const std::set<std::string>& sums, const Guard& guard, std::int64_t most)
      : sums_(sums), guard_(guard), most_(most) {
    for (const auto& [dim, extent] : extents) all_[dim] = {0, extent};
  }

  std::optional<Tiling> whole(const Tiling& t) {
    Tiling out = peeled(t, all_);
    if (!is_possible_ || written_out_ > most_) return std::nullopt;
    return out;
  }

 private:
  using Ranges = Guard::Ranges;

  // `at`: where the results that it makes lie; all of a loop whose iterations need not be told apart.
  Tiling peeled(const Tiling& t, const Ranges& at) {
    if (t.kind == Kind::sequence) return sequence(t, at);
    if (t.kind == Kind::pack || t.kind == Kind::prefetch) return with_inner(t, peeled(t.inner.front(), at));
    if (is_of_tile(t) || (sums_.count(t.dim) && guard_.is_on(t.dim))) return tile(t, at);
    if (t.inner.empty()) return ++written_out_, t;
    if (sums_.count(t.dim) || !guard_.is_on(t.dim) || guard_.holds(t.dim, at))
      return with_inner(t, peeled(t.inner.front(), at));
    return loop(t, at);
  }

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

  // Runs of iterations inside, and each of the others.
  Tiling loop(const Tiling& t, const Ranges& at) {
    Tiling out{Kind::sequence, t.dim, 1, t.covers, {}};
    const std::int64_t begin = at.at(t.dim).lo;
    const auto block = [&](std::int64_t from, std::int64_t to) {
      Ranges r = at;
      r[t.dim] = {begin + from * t.step(), begin + to * t.step()};
      return r;
    };
    for (std::int64_t i = 0; i < t.times;) {
      std::int64_t end = i;
      while (end < t.times && guard_.holds(t.dim, block(end, end + 1))) ++end;
      end = std::max(end, i + 1);
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
    if (!is_possible_ || guard_.holds(at)) return t;
    const auto inner = std::stable_partition(chain.begin(), chain.end(),
                                             [&](const Tiling& one) { return is_sum(one) && guard_.is_on(one.dim); });
    for (auto sum = chain.begin(); sum != inner; ++sum) sum->kind = Kind::tile;
    return nested(chain);
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
  Ranges all_;
  std::int64_t written_out_ = 0;
  bool is_possible_ = true;
};

}  // namespace

std::optional<Tiling> peeled(const Tiling& t, const Extents& extents, const std::set<std::string>& sums,
                             const Guard& guard, std::int64_t most) {
  return Peeling(extents, sums, guard, most).whole(t);
}

}  // namespace tessera::schemes
