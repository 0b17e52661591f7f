// SPDX-License-Identifier: Apache-2.0
#include "dsl/analysis/rectangles.hpp"

#include <algorithm>
#include <unordered_map>

#include "dsl/smt/checked.hpp"

namespace tessera::analysis {
namespace {

bool depends_on_loops(const smt::Terms& terms, const Access& a, const Affine& e) {
  return std::any_of(e.terms().begin(), e.terms().end(), [&](const auto& term) {
    if (std::find(a.loops.begin(), a.loops.end(), term.first) != a.loops.end()) return true;
    const smt::Definition* d = terms.definition(term.first);
    return d && (depends_on_loops(terms, a, d->a) || depends_on_loops(terms, a, d->b));
  });
}

/// lo <= counter <= hi; the domain may have either side.
struct CounterBounds {
  std::optional<Affine> lo, hi;
};
using CounterBoundsMap = std::unordered_map<Var, CounterBounds>;

// counter - lo >= 0 or hi - counter >= 0, for one of the access's loops.
bool add_bound(const smt::Terms& terms, const Access& a, const Formula& part, CounterBoundsMap& out) {
  if (part.kind() != Formula::Kind::ge0) return false;
  const Affine& e = part.affine();
  auto loop = std::find_if(a.loops.begin(), a.loops.end(), [&](ir::Sym v) { return e.mentions(v); });
  if (loop == a.loops.end()) return false;
  const std::int64_t k = e.coefficient(*loop);
  const Affine rest = e - Affine::variable(*loop, k);
  if ((k != 1 && k != -1) || depends_on_loops(terms, a, rest)) return false;
  std::optional<Affine>& end = k == 1 ? out[*loop].lo : out[*loop].hi;
  if (end) return false;
  end = k == 1 ? -rest : rest;
  return true;
}

// The ranges of the loops, when the domain says nothing else.
std::optional<CounterBoundsMap> ranges_of(const smt::Terms& terms, const Access& a) {
  CounterBoundsMap out;
  if (a.domain.is_true()) return out;
  const std::vector<Formula> one{a.domain};
  for (const Formula& part : a.domain.kind() == Formula::Kind::all ? a.domain.parts() : one)
    if (!add_bound(terms, a, part, out)) return std::nullopt;
  return out;
}

// One dimension: its counter, if any, is replaced by its range.
bool add_dim(const Access& a, const Affine& index, CounterBoundsMap& ranges, Rectangle& out) {
  auto runs = [&](ir::Sym v) { return index.mentions(v); };
  auto loop = std::find_if(a.loops.begin(), a.loops.end(), runs);
  out.lo.push_back(index);
  out.lengths.push_back(1);
  if (loop == a.loops.end()) return true;
  const std::int64_t k = index.coefficient(*loop);
  auto found = ranges.find(*loop);
  if ((k != 1 && k != -1) || found == ranges.end() || !found->second.lo || !found->second.hi) return false;
  const auto& [lo, hi] = found->second;
  out.lo.back() = index - Affine::variable(*loop, k) + (k == 1 ? *lo : -*hi);
  out.lengths.back() = *hi - *lo + 1;
  ranges.erase(found);  // two dimensions along one counter are a diagonal
  return true;
}

std::optional<Rectangle> rectangle(const smt::Terms& terms, const Access& a) {
  std::optional<CounterBoundsMap> ranges = ranges_of(terms, a);
  if (!ranges || ranges->size() != a.loops.size()) return std::nullopt;
  Rectangle out;
  for (const Affine& index : a.at.idx)
    if (!add_dim(a, index, *ranges, out) || depends_on_loops(terms, a, out.lo.back())) return std::nullopt;
  if (!ranges->empty()) return std::nullopt;  // a loop along no dimension may run or not
  return out;
}

// All that must agree for rectangles to be in one line along a dimension; there, the constant may differ.
struct Line {
  std::vector<Affine> lo, lengths;
  bool operator==(const Line&) const = default;
};

struct LineHash {
  std::size_t operator()(const Line& line) const {
    std::size_t out = 0;
    for (const std::vector<Affine>* list : {&line.lo, &line.lengths})
      for (const Affine& a : *list) {
        out = out * 31 + static_cast<std::size_t>(a.constant());
        for (const auto& [v, k] : a.terms()) out = out * 31 + std::hash<ir::Sym>()(v) * static_cast<std::size_t>(k);
      }
    return out;
  }
};

Line line_of(const Rectangle& r, std::size_t dim) {
  Line out{r.lo, r.lengths};
  out.lo[dim] = r.lo[dim] - r.lo[dim].constant();
  out.lengths[dim] = 0;
  return out;
}

// Joins rectangles of one line, where one begins at or before the end of another.
void join(std::vector<Rectangle> line, std::size_t dim, std::vector<Rectangle>& out) {
  auto start = [dim](const Rectangle& r) { return r.lo[dim].constant(); };
  auto end_of = [&](const Rectangle& r) { return smt::checked_add(start(r), r.lengths[dim].constant()); };
  std::sort(line.begin(), line.end(), [&](const auto& a, const auto& b) { return start(a) < start(b); });
  for (std::size_t i = 0; i < line.size();) {
    Rectangle whole = line[i];
    std::int64_t end = end_of(whole);
    for (++i; i < line.size() && start(line[i]) <= end; ++i) end = std::max(end, end_of(line[i]));
    whole.lengths[dim] = smt::checked_subtract(end, start(whole));
    out.push_back(std::move(whole));
  }
}

std::vector<Rectangle> merged_along(std::vector<Rectangle> all, std::size_t dim) {
  std::unordered_map<Line, std::size_t, LineHash> known;
  std::vector<std::vector<Rectangle>> lines;  // in the order in which they were met
  std::vector<Rectangle> out;
  for (Rectangle& r : all) {
    if (!r.lengths[dim].is_constant() || r.lengths[dim].constant() <= 0) {
      out.push_back(std::move(r));
      continue;
    }
    const std::size_t n = known.try_emplace(line_of(r, dim), lines.size()).first->second;
    if (n == lines.size()) lines.emplace_back();
    lines[n].push_back(std::move(r));
  }
  for (std::vector<Rectangle>& line : lines) join(std::move(line), dim, out);
  return out;
}

}  // namespace

std::optional<Rectangle> as_rectangle(const smt::Terms& terms, const Access& a) {
  try {
    return rectangle(terms, a);
  } catch (const smt::Overflow&) { return std::nullopt; }
}

std::vector<Rectangle> merged(std::vector<Rectangle> all) {
  const std::size_t dims = all.empty() ? 0 : all.front().lo.size();
  for (std::size_t d = dims; d-- > 0;) all = merged_along(std::move(all), d);
  return all;
}

Formula inside(const std::vector<Affine>& element, const Rectangle& r) {
  std::vector<Formula> parts;
  for (std::size_t d = 0; d < r.lo.size(); ++d)
    parts.push_back(smt::le(r.lo[d], element[d]) && smt::lt(element[d], r.lo[d] + r.lengths[d]));
  return Formula::all(std::move(parts));
}

}  // namespace tessera::analysis
