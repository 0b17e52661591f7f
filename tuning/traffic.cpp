#include "tuning/traffic.hpp"

#include <algorithm>

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
  }
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
