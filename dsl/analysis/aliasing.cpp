// SPDX-License-Identifier: Apache-2.0
#include "dsl/analysis/aliasing.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "dsl/analysis/effect.hpp"
#include "dsl/smt/checked.hpp"
#include "dsl/support/integer_interval.hpp"

namespace tessera::analysis {
namespace {

using Linear = std::vector<std::pair<Var, std::int64_t>>;

/// One dimension of an access: `outer` plus a number of the interval. Unknown where its own loops have no constant
/// bounds.
struct Extent {
  bool known = false;
  Linear outer;
  IntegerInterval numbers{0, 0};
};

bool depends_on(const smt::Terms& terms, Var v, const std::vector<ir::Sym>& loops) {
  if (std::find(loops.begin(), loops.end(), v) != loops.end()) return true;
  const smt::Definition* d = terms.definition(v);
  if (!d) return false;
  auto any = [&](const Affine& a) {
    return std::any_of(a.terms().begin(), a.terms().end(),
                       [&](const auto& term) { return depends_on(terms, term.first, loops); });
  };
  return any(d->a) || any(d->b);
}

// The counter's range by the constraints on it alone.
IntegerInterval range_of(const Formula& domain, Var loop) {
  IntegerInterval out;
  const std::vector<Formula> one{domain};
  for (const Formula& part : domain.kind() == Formula::Kind::all ? domain.parts() : one) {
    if (part.kind() != Formula::Kind::ge0 || part.affine().terms().size() != 1) continue;
    const std::int64_t k = part.affine().coefficient(loop), c = part.affine().constant();
    if (k == 1) out.lo = std::max(out.lo, smt::checked_negate(c));
    if (k == -1) out.hi = std::min(out.hi, c);
  }
  return out;
}

IntegerInterval scaled_sum(const IntegerInterval& sum, const IntegerInterval& more, std::int64_t k) {
  std::int64_t a = smt::checked_multiply(more.lo, k), b = smt::checked_multiply(more.hi, k);
  return {smt::checked_add(sum.lo, std::min(a, b)), smt::checked_add(sum.hi, std::max(a, b))};
}

Extent extent_of(const smt::Terms& terms, const Access& a, const Affine& index) {
  Extent out{true, {}, {index.constant(), index.constant()}};
  for (const auto& [v, k] : index.terms()) {
    if (!depends_on(terms, v, a.loops)) {
      out.outer.emplace_back(v, k);
      continue;
    }
    const IntegerInterval range = range_of(a.domain, v);
    if (!range.has_lo() || !range.has_hi() || range.empty()) return {};
    out.numbers = scaled_sum(out.numbers, range, k);
  }
  return out;
}

Extent safe_extent(const smt::Terms& terms, const Access& a, const Affine& index) {
  try {
    return extent_of(terms, a, index);
  } catch (const smt::Overflow&) { return {}; }
}

/// One access with the numbers of its dimensions.
struct NumberBox {
  std::size_t index;
  std::vector<IntegerInterval> numbers;
};

/// Accesses whose dimensions differ in numbers alone.
struct Group {
  ir::Sym buffer;
  Access::Kind kind;
  std::vector<Extent> shape;
  std::vector<NumberBox> boxes;
};

bool same_shape(const Group& g, const Access& a, const std::vector<Extent>& shape) {
  auto alike = [](const Extent& x, const Extent& y) { return x.known == y.known && x.outer == y.outer; };
  return g.buffer == a.at.buffer && g.kind == a.kind &&
         std::equal(g.shape.begin(), g.shape.end(), shape.begin(), shape.end(), alike);
}

std::size_t hash_of(const Access& a, const std::vector<Extent>& shape) {
  std::size_t out = std::hash<ir::Sym>()(a.at.buffer) * 4 + static_cast<std::size_t>(a.kind);
  for (const Extent& e : shape) {
    out = out * 31 + (e.known ? 1 : 0);
    for (const auto& [v, k] : e.outer) out = out * 31 + std::hash<ir::Sym>()(v) * static_cast<std::size_t>(k);
  }
  return out;
}

std::vector<Group> groups_of(const smt::Terms& terms, std::span<const Access> accesses) {
  std::vector<Group> out;
  std::unordered_multimap<std::size_t, std::size_t> by_hash;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const Access& a = accesses[i];
    std::vector<Extent> shape;
    NumberBox box{i, {}};
    for (const Affine& index : a.at.idx) {
      shape.push_back(safe_extent(terms, a, index));
      box.numbers.push_back(shape.back().numbers);
    }
    const std::size_t hash = hash_of(a, shape);
    auto [from, to] = by_hash.equal_range(hash);
    auto found = std::find_if(from, to, [&](const auto& entry) { return same_shape(out[entry.second], a, shape); });
    if (found == to) {
      found = by_hash.emplace(hash, out.size());
      out.push_back({a.at.buffer, a.kind, std::move(shape), {}});
    }
    out[found->second].boxes.push_back(std::move(box));
  }
  return out;
}

using NumberBoxes = std::vector<const NumberBox*>;

/// Pairs of boxes that overlap in some dimensions entirely, found by halving space: a box across a cut is on both
/// sides.
class Overlaps {
 public:
  Overlaps(std::vector<std::size_t> dims, std::vector<Pair>& out) : dims_(std::move(dims)), out_(out) {}

  void find(const NumberBoxes& first, const NumberBoxes& second) {
    if (first.empty() || second.empty()) return;
    const std::size_t all = first.size() * second.size();
    std::optional<Cut> cut;
    if (all > few) cut = best_cut(first, second);
    if (!cut || cut->pairs > all / 4 * 3) return compare(first, second);
    find(cut->below[0], cut->below[1]);
    find(cut->above[0], cut->above[1]);
  }

 private:
  static constexpr std::size_t few = 64;  ///< pairs that are compared one by one

  struct Cut {
    std::array<NumberBoxes, 2> below, above;
    std::size_t pairs = 0;
  };

  std::optional<Cut> best_cut(const NumberBoxes& first, const NumberBoxes& second) const {
    std::optional<Cut> best;
    for (std::size_t d : dims_) {
      Cut cut = cut_at(d, median(d, first, second), first, second);
      if (!best || cut.pairs < best->pairs) best = std::move(cut);
    }
    return best;
  }

  static std::int64_t median(std::size_t d, const NumberBoxes& first, const NumberBoxes& second) {
    std::vector<std::int64_t> starts;
    for (const NumberBoxes* boxes : {&first, &second})
      for (const NumberBox* b : *boxes) starts.push_back(b->numbers[d].lo);
    auto middle = starts.begin() + static_cast<std::ptrdiff_t>(starts.size() / 2);
    std::nth_element(starts.begin(), middle, starts.end());
    // Of few different starts the median may be the least one, with nothing below.
    const std::int64_t least = *std::min_element(starts.begin(), middle + 1);
    if (*middle != least) return *middle;
    std::int64_t next = *middle;
    for (std::int64_t s : starts)
      if (s > least && (next == least || s < next)) next = s;
    return next;
  }

  // Below: boxes that start before the place. Above: boxes that reach it.
  static Cut cut_at(std::size_t d, std::int64_t place, const NumberBoxes& first, const NumberBoxes& second) {
    Cut out;
    const std::array<const NumberBoxes*, 2> sides{&first, &second};
    for (std::size_t side : {0, 1})
      for (const NumberBox* b : *sides[side]) {
        if (b->numbers[d].lo < place) out.below[side].push_back(b);
        if (b->numbers[d].hi >= place) out.above[side].push_back(b);
      }
    out.pairs = out.below[0].size() * out.below[1].size() + out.above[0].size() * out.above[1].size();
    return out;
  }

  void compare(const NumberBoxes& first, const NumberBoxes& second) {
    for (const NumberBox* a : first)
      for (const NumberBox* b : second)
        if (overlap(*a, *b)) out_.emplace_back(a->index, b->index);
  }

  bool overlap(const NumberBox& a, const NumberBox& b) const {
    return std::all_of(dims_.begin(), dims_.end(), [&](std::size_t d) {
      return a.numbers[d].lo <= b.numbers[d].hi && b.numbers[d].lo <= a.numbers[d].hi;
    });
  }

  std::vector<std::size_t> dims_;
  std::vector<Pair>& out_;
};

// Dimensions that can be compared: both are the same but for a number.
std::vector<std::size_t> comparable(const Group& a, const Group& b) {
  std::vector<std::size_t> out;
  if (a.shape.size() != b.shape.size()) return out;  // one side is unknown: they may meet anywhere
  for (std::size_t d = 0; d < a.shape.size(); ++d)
    if (a.shape[d].known && b.shape[d].known && a.shape[d].outer == b.shape[d].outer) out.push_back(d);
  return out;
}

NumberBoxes boxes_of(const Group& g) {
  NumberBoxes out;
  for (const NumberBox& b : g.boxes) out.push_back(&b);
  return out;
}

}  // namespace

std::vector<Access> distinct(smt::Terms& terms, std::span<const Access> all) {
  std::vector<Access> out;
  Effects effects(terms);
  std::unordered_multimap<std::size_t, std::pair<Access::Kind, Effect>> seen;
  for (const Access& a : all) {
    std::pair<Access::Kind, Effect> effect{a.kind, effects.of(a)};
    const std::size_t hash = effect.second.hash();
    auto [from, to] = seen.equal_range(hash);
    if (std::any_of(from, to, [&](const auto& entry) { return entry.second == effect; })) continue;
    seen.emplace(hash, std::move(effect));
    out.push_back(a);
  }
  return out;
}

std::vector<Pair> may_alias(const smt::Terms& terms, std::span<const Access> first, std::span<const Access> second,
                            bool (*matters)(Access::Kind, Access::Kind)) {
  std::vector<Pair> out;
  const std::vector<Group> others = groups_of(terms, second);
  for (const Group& a : groups_of(terms, first))
    for (const Group& b : others)
      if (a.buffer == b.buffer && matters(a.kind, b.kind))
        Overlaps(comparable(a, b), out).find(boxes_of(a), boxes_of(b));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace tessera::analysis
