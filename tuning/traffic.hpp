#pragma once
#include "tuning/problem.hpp"

namespace tessera::tuning {

/// A loop of a nest, by the number of its dimension. Loops one after the other along a dimension count as one that runs
/// as often as all of them.
struct Loop {
  std::size_t dim = 0;
  double times = 1;
};

/// How much data a nest moves between the caches (Olivry et al., "IOOpt", PLDI 2021; Li et al., "Analytical
/// characterization and design space exploration for optimization of CNNs", ASPLOS 2021).
class Traffic {
 public:
  explicit Traffic(const Problem&);

  std::size_t number(const std::string& dim) const;

  /// Elements of all arrays that these loops touch, given outermost first.
  double footprint(const std::vector<Loop>&) const;
  /// Elements that come from behind a cache that holds `capacity` of them: what the innermost loops touch that fit, each
  /// time that they run, and what the loop around those adds to it while the rest stays.
  double moved(const std::vector<Loop>&, double capacity) const;

  /// Of the places in arrays that do not depend on `lanes` which these loops touch, bytes apart as the arrays lie: the most
  /// that fall into one set of a cache whose ways hold a page each, as those of first caches do.
  std::size_t most_in_set(const std::vector<Loop>&, std::size_t lanes, std::int64_t element) const;

 private:
  struct Term {
    std::size_t dim;
    double factor;
  };
  using Index = std::vector<Term>;

  std::vector<double> steps(const std::vector<Index>& array, const Problem&) const;
  double touched(const std::vector<double>& covered) const;

  std::vector<std::string> dims_;
  std::vector<std::vector<Index>> arrays_;
  std::vector<std::vector<double>> steps_;  ///< of each array and dimension: elements from one iteration to the next
};

}  // namespace tessera::tuning
