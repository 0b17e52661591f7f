// SPDX-License-Identifier: Apache-2.0
#include "schemes/peeling.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace tessera::schemes {
namespace {

using Kind = Specifier::Kind;

// A nest takes some twenty steps to make, and its code room in the caches: from so many on, nests at a border are
// better loops with the guard in them; still more are not made at all.
constexpr std::int64_t few_nests = 100, max_nests = 200;
constexpr std::int64_t min_share_inside = 4;  // a loop with fewer than one iteration in so many inside keeps its guard

class Peeling {
 public:
  Peeling(const Extents& extents, const std::set<std::string>& sums, const Guard& guard, std::int64_t max_unrolled,
          bool keeps_guard)
      : sums_(sums), guard_(guard), max_unrolled_(max_unrolled), keeps_guard_(keeps_guard) {
    for (const auto& [dim, extent] : extents) all_[dim] = {0, extent};
  }

  // Nothing where it cannot be peeled, or more would be unrolled.
  std::optional<Tiling> whole(const Tiling& t) {
    Tiling out = peeled(t, all_);
    if (is_over()) return std::nullopt;
    return out;
  }

  std::int64_t nests() const { return nests_; }

 private:
  using Ranges = Guard::Ranges;

  // `at`: the range of its results; whole for a loop whose iterations need no peeling.
  Tiling peeled(const Tiling& t, const Ranges& at) {
    if (is_over()) return t;
    if (t.kind == Kind::sequence) return sequence(t, at);
    if (t.kind == Kind::pack || t.kind == Kind::prefetch) return with_inner(t, peeled(t.inner.front(), at));
    if (is_of_tile(t) || (sums_.count(t.dim) && guard_.is_on(t.dim))) return tile(t, at);
    if (t.inner.empty()) return ++unrolled_, t;
    if (sums_.count(t.dim) || !guard_.is_on(t.dim) || guard_.holds(t.dim, at))
      return with_inner(t, peeled(t.inner.front(), at));
    return loop(t, at);
  }

  bool is_over() const { return !is_possible_ || unrolled_ > max_unrolled_; }

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

  // The terms of each sum for the results of an iteration; nothing where these results differ in their terms.
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
  bool can_keep_guard(const Tiling& t) const { return keeps_guard_ && !has_registers(t, t.dim); }

  static bool has_registers(const Tiling& t, const std::string& dim) {
    return (is_register(t.kind) && t.dim == dim && t.times > 1) ||
           std::any_of(t.inner.begin(), t.inner.end(), [&](const Tiling& inner) { return has_registers(inner, dim); });
  }

  // Runs of iterations: inside; with the same terms; each of the others alone, or together where they keep the guard.
  using Block = std::function<Ranges(std::int64_t from, std::int64_t to)>;
  std::vector<std::int64_t> runs(const Tiling& t, const Block& block) const {
    const auto holds = [&](std::int64_t i) { return guard_.holds(t.dim, block(i, i + 1)); };
    const auto are_alike = [&](std::int64_t a, std::int64_t b) {
      if (can_keep_guard(t)) return holds(a) == holds(b);
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
    const bool are_few = inside * min_share_inside < t.times;  // they keep it as well
    return can_keep_guard(t) && are_few ? std::vector{t.times} : ends;
  }

  Tiling loop(const Tiling& t, const Ranges& at) {
    Tiling out{Kind::sequence, t.dim, 1, t.covers, {}};
    const std::int64_t begin = at.at(t.dim).lo;
    const bool is_guarded_around = at.at(t.dim).hi - begin > t.covered(t.dim);
    if (is_guarded_around) return with_inner(t, peeled(t.inner.front(), at));
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
    unrolled_ += std::accumulate(chain.begin(), chain.end(), std::int64_t{1}, [](std::int64_t n, const Tiling& one) {
      return one.kind == Kind::unroll ? n * one.times : n;
    });
    if (!is_possible_ || guard_.holds(at)) return ++nests_, t;
    nests_ += nests(t, at);
    const auto inner = std::stable_partition(chain.begin(), chain.end(),
                                             [&](const Tiling& one) { return is_sum(one) && guard_.is_on(one.dim); });
    for (auto sum = chain.begin(); sum != inner; ++sum) sum->kind = Kind::tile;
    return nested(chain);
  }

  // The number of nests after cutting its sums: one for each part with the same results.
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
  const std::int64_t max_unrolled_;
  const bool keeps_guard_;
  Ranges all_;
  std::int64_t unrolled_ = 0, nests_ = 0;
  bool is_possible_ = true;
};

}  // namespace

std::optional<Tiling> peeled(const Tiling& t, const Extents& extents, const std::set<std::string>& sums,
                             const Guard& guard, std::int64_t max_unrolled) {
  Peeling peeling(extents, sums, guard, max_unrolled, false);
  std::optional<Tiling> out = peeling.whole(t);
  if (!out || peeling.nests() <= few_nests) return out;
  Peeling guarded(extents, sums, guard, max_unrolled, true);
  out = guarded.whole(t);
  return guarded.nests() <= max_nests ? out : std::nullopt;
}

}  // namespace tessera::schemes
