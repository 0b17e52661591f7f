// SPDX-License-Identifier: Apache-2.0
#include "tuning/traffic.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "dsl/support/diagnostic.hpp"

namespace tessera::tuning {

double sum(const Amounts& a) { return std::accumulate(a.begin(), a.end(), 0.0); }

Traffic::Traffic(const Problem& p, std::int64_t elements_of_line, std::int64_t elements_of_page)
    : p_(p), line_(static_cast<double>(elements_of_line)), page_(static_cast<double>(elements_of_page)) {
  for (const auto& [name, times] : p.extents) dims_.push_back(name);
  if (dims_.size() > Covered{}.size() || p.arrays.size() > Amounts{}.size()) bug("the tuner's problem is too large");
  for (const Array& a : p.arrays) {
    arrays_.emplace_back();
    for (const auto& index : a.indices) {
      arrays_.back().emplace_back();
      for (const auto& [dim, factor] : index)
        arrays_.back().back().terms.push_back({number(dim), static_cast<double>(factor)});
    }
    apart_.push_back(1), is_scattered_.push_back(false);
    if (a.has_panels || a.indices.empty()) continue;
    std::int64_t row = 1;
    for (const auto& [dim, factor] : a.indices.back()) row += factor * (p.extent(dim) - 1);
    if (a.block > 0) row = a.block;
    apart_.back() = static_cast<double>(std::gcd(row, elements_of_page));
    is_scattered_.back() = a.indices.back().count(p.lanes) > 0 && row >= elements_of_page / 2;
    // a short row is followed by the next
    arrays_.back().back().least = static_cast<double>(std::min(row, elements_of_line));
  }
}

std::size_t Traffic::number(const std::string& dim) const {
  const auto at = std::find(dims_.begin(), dims_.end(), dim);
  if (at == dims_.end()) bug("the tuner's problem has no loop " + dim);
  return static_cast<std::size_t>(at - dims_.begin());
}

// Elements from one iteration of each loop to the next.
std::vector<double> Traffic::steps(std::size_t array, std::int64_t panel) const {
  std::vector<double> out(dims_.size(), 0);
  const bool has_panels = p_.arrays[array].has_panels;
  double inside = has_panels ? static_cast<double>(panel) : 1;
  for (auto index = arrays_[array].rbegin(); index != arrays_[array].rend(); ++index) {
    double extent = 1;
    bool is_lanes = false;
    for (const Term& t : index->terms) {
      is_lanes = is_lanes || dims_[t.dim] == p_.lanes;
      extent += t.factor * static_cast<double>(p_.extents[t.dim].second - 1);
    }
    const bool is_in_panel = has_panels && is_lanes;
    for (const Term& t : index->terms) out[t.dim] += t.factor * (is_in_panel ? 1 : inside);
    const bool is_in_block = p_.arrays[array].block > 0 && index == arrays_[array].rbegin();
    if (!is_in_panel) inside *= is_in_block ? static_cast<double>(p_.arrays[array].block) : extent;
  }
  return out;
}

std::size_t Traffic::max_in_set(std::size_t array, const std::vector<Loop>& loops, std::int64_t element,
                                std::int64_t panel) const {
  const std::vector<double> step = steps(array, panel);
  std::set<std::int64_t> lines{0};
  for (const Loop& l : loops) {
    const std::set<std::int64_t> before = lines;
    for (std::int64_t i = 1; i < static_cast<std::int64_t>(l.times); ++i)
      for (const std::int64_t at : before) lines.insert(at + i * static_cast<std::int64_t>(step[l.dim]) * element);
  }
  std::map<std::int64_t, std::set<std::int64_t>> sets;
  for (const std::int64_t at : lines) sets[at % page / line].insert(at / line);
  std::size_t most = 0;
  for (const auto& [set, held] : sets) most = std::max(most, held.size());
  return most;
}

double Traffic::run(std::size_t array, const std::vector<Loop>& loops, double max_at_once) const {
  const std::vector<double> step = steps(array, 1);
  const auto block = static_cast<double>(p_.arrays[array].block);
  Covered covered = nothing();
  double out = 1, at_once = 1;
  for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
    if (loop->times <= 1 || step[loop->dim] == 0) continue;
    double& done = covered[loop->dim];
    const bool leaves_block = block > 0 && done >= block && step[loop->dim] == 1;
    const bool goes_on = std::abs(step[loop->dim] * done - out) < 0.5 && !leaves_block;
    goes_on ? out *= loop->times : at_once *= loop->times;
    if (at_once > max_at_once) break;
    done *= loop->times;
  }
  return out;
}

double Traffic::pages_of_broken_rows(std::size_t array, const std::vector<Loop>& loops) const {
  const Covered covered = covered_by(loops);
  Covered whole = nothing();
  for (std::size_t i = 0; i < dims_.size(); ++i) whole[i] = static_cast<double>(p_.extents[i].second);
  const auto touched = [](const Index& index, const Covered& of) { return extent({index.terms, 1}, of); };
  const std::vector<Index>& indices = arrays_[array];
  constexpr std::size_t in_row = 2;  // pixels and their channels
  double step = 1, row = 1, lines = 1, rows = 1;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const Index& index = indices[indices.size() - 1 - i];
    const double times = touched(index, covered);
    if (i >= in_row) rows *= times;
    else row += (times - 1) * step, lines = step < line_ ? std::ceil(row / line_) : lines * times;
    step *= touched(index, whole);
  }
  return lines > 1 ? rows * (1 + row / page_) : 0;
}

Traffic::Covered Traffic::nothing() {
  Covered out;
  out.fill(1);
  return out;
}

Traffic::Covered Traffic::covered_by(const std::vector<Loop>& loops) {
  Covered out = nothing();
  for (const Loop& l : loops) out[l.dim] *= l.times;
  return out;
}

double Traffic::extent(const Index& index, const Covered& covered) {
  double out = 1;
  for (const Term& t : index.terms) out += t.factor * (covered[t.dim] - 1);
  return std::max(out, index.least);
}

Amounts Traffic::touched(const Covered& covered) const {
  Amounts out{};
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    out[i] = 1;
    for (const Index& index : arrays_[i]) out[i] *= extent(index, covered);
  }
  return out;
}

double Traffic::room(std::size_t array, const Covered& covered, double touched) const {
  if (apart_[array] <= 1) return touched;
  const double run = extent(arrays_[array].back(), covered);
  return run < apart_[array] ? touched / run * apart_[array] : touched;
}

double Traffic::room(std::size_t array, const std::vector<Loop>& loops) const {
  const Covered all = covered_by(loops);
  return room(array, all, touched(all)[array]);
}

Amounts Traffic::footprint(const std::vector<Loop>& loops) const { return touched(covered_by(loops)); }

Amounts Traffic::moved(const std::vector<Loop>& loops, double capacity, Sets sets) const {
  Covered covered = nothing();
  Amounts all = touched(covered), once = all;
  std::array<std::size_t, Amounts{}.size()> stays{};  // from which loop on inwards an array does
  stays.fill(loops.size());
  for (std::size_t i = loops.size(); i > 0 && sum(all) <= capacity; --i) {
    // One iteration of the loop fits: the data shared with the next stays.
    for (std::size_t a = 0; a < arrays_.size(); ++a) {
      const bool has_room = sets == Sets::hashed || room(a, covered, all[a]) <= capacity;
      if (stays[a] == i && has_room) stays[a] = i - 1;
    }
    covered[loops[i - 1].dim] *= loops[i - 1].times;
    all = touched(covered);
    for (std::size_t a = 0; a < arrays_.size(); ++a)
      if (stays[a] == i - 1) once[a] = all[a];
  }
  for (std::size_t a = 0; a < arrays_.size(); ++a)
    for (std::size_t i = 0; i < stays[a]; ++i) once[a] *= loops[i].times;
  return once;
}

}  // namespace tessera::tuning
