#include "tuning/traffic.hpp"

#include <algorithm>
#include <set>

#include "dsl/support/diagnostic.hpp"

namespace tessera::tuning {

Traffic::Traffic(const Problem& p) {
  for (const auto& [name, times] : p.extents) dims_.push_back(name);
  for (const Array& a : p.arrays) {
    arrays_.emplace_back();
    for (const auto& index : a.indices) {
      arrays_.back().emplace_back();
      for (const auto& [dim, factor] : index)
        arrays_.back().back().push_back({number(dim), static_cast<double>(factor)});
    }
    steps_.push_back(steps(arrays_.back(), p));
  }
}

std::vector<double> Traffic::steps(const std::vector<Index>& array, const Problem& p) const {
  std::vector<double> out(dims_.size(), 0);
  double inside = 1;
  for (auto index = array.rbegin(); index != array.rend(); ++index) {
    double extent = 1;
    for (const Term& t : *index) {
      out[t.dim] += t.factor * inside;
      extent += t.factor * static_cast<double>(p.extents[t.dim].second - 1);
    }
    inside *= extent;
  }
  return out;
}

std::size_t Traffic::most_in_set(const std::vector<Loop>& loops, std::size_t lanes, std::int64_t element) const {
  constexpr std::int64_t page = 4096, line = 64;
  std::size_t most = 0;
  for (const std::vector<double>& steps : steps_) {
    if (steps[lanes] != 0) continue;
    std::set<std::int64_t> lines{0};
    for (const Loop& l : loops) {
      const std::set<std::int64_t> before = lines;
      for (std::int64_t i = 1; i < static_cast<std::int64_t>(l.times); ++i)
        for (const std::int64_t at : before) lines.insert(at + i * static_cast<std::int64_t>(steps[l.dim]) * element);
    }
    std::map<std::int64_t, std::set<std::int64_t>> sets;
    for (const std::int64_t at : lines) sets[at % page / line].insert(at / line);
    for (const auto& [set, held] : sets) most = std::max(most, held.size());
  }
  return most;
}

std::size_t Traffic::number(const std::string& dim) const {
  const auto at = std::find(dims_.begin(), dims_.end(), dim);
  if (at == dims_.end()) bug("the tuner's problem has no loop " + dim);
  return static_cast<std::size_t>(at - dims_.begin());
}

double Traffic::touched(const std::vector<double>& covered) const {
  double all = 0;
  for (const std::vector<Index>& array : arrays_) {
    double elements = 1;
    for (const Index& index : array) {
      double extent = 1;
      for (const Term& t : index) extent += t.factor * (covered[t.dim] - 1);
      elements *= extent;
    }
    all += elements;
  }
  return all;
}

double Traffic::footprint(const std::vector<Loop>& loops) const {
  std::vector<double> covered(dims_.size(), 1);
  for (const Loop& l : loops) covered[l.dim] *= l.times;
  return touched(covered);
}

double Traffic::moved(const std::vector<Loop>& loops, double capacity) const {
  std::vector<double> covered(dims_.size(), 1);
  std::size_t i = loops.size();
  double all = touched(covered);
  while (i > 0 && all <= capacity) {  // one iteration of the loop fits: what it shares with the next stays
    --i;
    covered[loops[i].dim] *= loops[i].times;
    all = touched(covered);
  }
  while (i > 0) all *= loops[--i].times;
  return all;
}

}  // namespace tessera::tuning
