// SPDX-License-Identifier: Apache-2.0
#include "tuning/space.hpp"

#include <algorithm>
#include <random>

#include "tuning/variants.hpp"

namespace tessera::tuning {
namespace {

using schemes::Part;
using schemes::Scheme;
using schemes::Specifier;
using Kind = schemes::Specifier::Kind;
using Axis = OuterLoop::Axis;

constexpr std::size_t max_splits = 6;  // of one dimension

/// For a loop of n iterations: iterations of an outer loop, evenly chosen from the divisors.
std::vector<std::int64_t> splits(std::int64_t n) {
  std::vector<std::int64_t> inside;
  for (std::int64_t d = 2; d < n; ++d)
    if (n % d == 0) inside.push_back(d);
  if (inside.size() <= max_splits) return inside;
  std::vector<std::int64_t> out;
  for (std::size_t i = 0; i < max_splits; ++i) out.push_back(inside[i * (inside.size() - 1) / (max_splits - 1)]);
  return out;
}

class Space {
 public:
  Space(const Problem& p, const Machine& m, const Microkernels& k, const SearchLimits& e)
      : p_(p), m_(m), model_(p, m, k), limits_(e) {}

  std::vector<Candidate> all() {
    const std::vector<RegisterTiling> tilings = model_.tilings().cheapest(limits_.tiles);
    std::vector<CostedTiling> tiles;
    for (const RegisterTiling& c : tilings)
      for (const UnrolledSums& unrolled : model_.tilings().unrollings()) tiles.push_back(model_.costed(c, unrolled));
    std::stable_sort(tiles.begin(), tiles.end(),
                     [](const CostedTiling& a, const CostedTiling& b) { return a.cost.cycles < b.cost.cycles; });
    for (const CostedTiling& t : tiles) around(t);
    std::sort_heap(found_.begin(), found_.end(), is_cheaper);
    std::vector<Candidate> out;
    for (const Found& f : found_) out.push_back({scheme(f.nest, f.predicted), f.predicted});
    return out;
  }

 private:
  struct Found {
    Nest nest;
    Prediction predicted;
    std::size_t number;
  };
  // Of equal ones the first found.
  static bool is_cheaper(const Found& a, const Found& b) {
    return std::tie(a.predicted.cycles, a.number) < std::tie(b.predicted.cycles, b.number);
  }

  // The cheapest are a heap, the dearest of them in front.
  bool is_too_dear(double cycles) const {
    return found_.size() == limits_.candidates && cycles >= found_.front().predicted.cycles;
  }

  void offer(Nest nest) {
    const Prediction predicted = model_.predicted(nest);
    ++number_;
    if (is_too_dear(predicted.cycles)) return;
    if (found_.size() == limits_.candidates) std::pop_heap(found_.begin(), found_.end(), is_cheaper), found_.pop_back();
    found_.push_back({std::move(nest), predicted, number_});
    std::push_heap(found_.begin(), found_.end(), is_cheaper);
  }

  // ---- loops around the tiles

  void around(const CostedTiling& t) {
    if (is_too_dear(t.cost.cycles)) return;
    const RegisterTiling& c = *t.tiling;
    std::vector<OuterLoop> fixed, loops;
    for (std::size_t i = 0; i < p_.extents.size(); ++i) {
      const auto& [dim, times] = p_.extents[i];
      if (p_.is_sum(dim)) continue;
      OuterLoop a{Axis::plain, i, times};
      if (dim == c.rows.dim) a = {Axis::rows, i, times_of(c.rows.parts)};
      else if (dim == c.rows.across) a.times = times / c.rows.width;
      else if (dim == p_.lanes) a = {Axis::lanes, i, times_of(c.lanes)};
      const bool stays = std::find(p_.outermost.begin(), p_.outermost.end(), dim) != p_.outermost.end();
      if (a.times > 1) (stays ? fixed : loops).push_back(a);
    }
    std::vector<std::int64_t> sums{1};
    for (const std::int64_t times : splits(sum_in_two(t.split_sum))) sums.push_back(times);
    for (const std::int64_t sum_parts : sums) {
      std::vector<OuterLoop> with_sum = loops;
      if (sum_parts > 1)
        with_sum.push_back({Axis::plain, model_.tilings().traffic().number(t.split_sum), sum_parts, true});
      orders(t, fixed, with_sum, sum_parts);
      for (std::size_t i = 0; i < loops.size(); ++i) divided(t, fixed, with_sum, i, sum_parts);
    }
  }

  // How often the loop runs that may be divided: over whole blocks, where there are any.
  std::int64_t sum_in_two(const std::string& dim) const {
    if (dim.empty()) return 1;
    const auto block = p_.blocks_of_sums.find(dim);
    if (block == p_.blocks_of_sums.end()) return p_.extent(dim);
    return p_.extent(dim) % block->second == 0 ? p_.extent(dim) / block->second : 1;
  }

  // One of the loops in two, where it is one.
  void divided(const CostedTiling& t, const std::vector<OuterLoop>& fixed, const std::vector<OuterLoop>& loops,
               std::size_t which, std::int64_t sum_parts) {
    const OuterLoop& loop = loops[which];
    const bool is_one = loop.axis == Axis::plain || parts_along(*t.tiling, loop).size() == 1;
    if (!is_one) return;
    for (const std::int64_t times : splits(loop.times)) {
      std::vector<OuterLoop> more = loops;
      more[which].times = loop.times / times;
      more.push_back({Axis::plain, loop.dim, times, true});
      orders(t, fixed, more, sum_parts);
    }
  }

  void orders(const CostedTiling& t, const std::vector<OuterLoop>& fixed, std::vector<OuterLoop> loops,
              std::int64_t sum_parts) {
    const auto before = [](const OuterLoop& a, const OuterLoop& b) {
      return std::tuple(a.dim, !a.is_outer) < std::tuple(b.dim, !b.is_outer);
    };
    std::sort(loops.begin(), loops.end(), before);
    do {
      if (!are_in_order(loops)) continue;
      Nest nest{&t, fixed, sum_parts};
      nest.order.insert(nest.order.end(), loops.begin(), loops.end());
      const bool is_sum_divided_for_nothing = sum_parts > 1 && p_.is_sum(p_.extents[loops.back().dim].first) &&
                                              model_.sums_inside(nest).front().first == t.split_sum;
      if (is_sum_divided_for_nothing) continue;
      offer(std::move(nest));
    } while (std::next_permutation(loops.begin(), loops.end(), before));
  }

  // Two loops must not do the work of one.
  bool are_in_order(const std::vector<OuterLoop>& loops) const {
    for (auto inner = loops.begin(); inner != loops.end(); ++inner)
      for (auto outer = inner + 1; outer != loops.end(); ++outer)
        if (outer->dim == inner->dim && outer->is_outer) return false;
    for (std::size_t i = 0; i + 1 < loops.size(); ++i) {
      const bool has_copies = p_.copy && p_.extents[loops[i].dim].first == p_.copy->blocks;
      if (loops[i].is_outer && loops[i].dim == loops[i + 1].dim && !has_copies) return false;
    }
    return true;
  }

  // ---- as text

  Scheme scheme(const Nest& n, const Prediction& predicted) const {
    Scheme out;
    if (predicted.prefetches_results) out.push_back(prefetch_of_results(p_));
    for (std::size_t array = 0; array < p_.arrays.size(); ++array)
      if (predicted.prefetches_next[array]) out.push_back(prefetch_of_next(p_.arrays[array].name));
    for (const OuterLoop& a : n.order) {
      const std::string& dim = p_.extents[a.dim].first;
      if (a.axis == Axis::plain || parts_along(*n.tile->tiling, a).size() == 1)
        out.push_back(times(Kind::tile, dim, a.times));
      else if (a.axis == Axis::rows) out.push_back({Kind::sequence, dim, {}, {"a"}, parts_along(*n.tile->tiling, a)});
      else out.push_back({Kind::sequence, dim, {}, {"u", "v"}, parts_along(*n.tile->tiling, a)});
    }
    for (const auto& [dim, count] : model_.sums_inside(n)) add(out, times(Kind::tile, dim, count));
    for (const std::string& dim : *n.tile->unrolled) add(out, times(Kind::unroll, dim, p_.extent(dim)));
    add_tile(out, *n.tile->tiling);
    return out;
  }

  void add_tile(Scheme& out, const RegisterTiling& c) const {
    if (c.rows.parts.size() > 1) out.push_back({Kind::unroll, c.rows.dim, {0, "a"}});
    else add(out, times(Kind::unroll, c.rows.dim, c.rows.parts[0].values[0]));
    if (!c.rows.across.empty()) add(out, times(Kind::unroll, c.rows.across, c.rows.width));
    if (c.lanes.size() > 1) {
      out.push_back({Kind::unroll, p_.lanes, {0, "u"}});
      out.push_back({Kind::vector, p_.lanes, {0, "v"}});
      return;
    }
    add(out, times(Kind::unroll, p_.lanes, c.lanes[0].values[0]));
    const std::int64_t lanes = c.lanes[0].values[1];
    out.push_back(times(Kind::vector, p_.lanes, lanes == m_.lanes ? 0 : lanes));
  }

  static Specifier times(Kind kind, const std::string& dim, std::int64_t n) { return {kind, dim, {n, ""}}; }
  static void add(Scheme& out, Specifier s) {
    if (s.count.number != 1) out.push_back(std::move(s));
  }

  const Problem& p_;
  const Machine& m_;
  Model model_;
  SearchLimits limits_;
  std::vector<Found> found_;
  std::size_t number_ = 0;
};

/// The register tiles of a scheme: unrolled results and vectors, and their composition. Unrolled sums are another
/// choice.
std::string tiles(const Scheme& s, const Problem& p) {
  std::string out;
  for (const Specifier& one : s) {
    const bool is_of_tile = one.kind == Kind::unroll || one.kind == Kind::vector || one.kind == Kind::sequence;
    if (is_of_tile && !p.is_sum(one.dim)) out += schemes::text(one);
  }
  return out;
}

}  // namespace

std::vector<Candidate> space(const Problem& p, const Machine& m, const Microkernels& k, const SearchLimits& e) {
  return Space(p, m, k, e).all();
}

std::vector<Candidate> best(const Problem& p, const std::vector<Candidate>& ranked, std::size_t count) {
  const std::size_t max_of_tiles = std::max<std::size_t>(1, (count + 3) / 4);
  std::map<std::string, std::size_t> of_tiles;
  std::vector<Candidate> out;
  for (const Candidate& c : ranked) {
    if (out.size() == count) break;
    if (of_tiles[tiles(c.scheme, p)]++ < max_of_tiles) out.push_back(c);
  }
  return out;
}

std::vector<Candidate> sample(const std::vector<Candidate>& ranked, std::size_t count, std::uint64_t seed) {
  std::vector<Candidate> out;
  std::sample(ranked.begin(), ranked.end(), std::back_inserter(out), count, std::mt19937_64(seed));
  return out;
}

}  // namespace tessera::tuning
