#pragma once
#include <array>

#include "tuning/problem.hpp"

namespace tessera::tuning {

/// A loop of a nest, by the number of its dimension. Loops one after the other along a dimension count as one that runs
/// as often as all of them.
struct Loop {
  std::size_t dim = 0;
  double times = 1;
};

/// Elements of each array of a problem.
using Amounts = std::array<double, 4>;
double sum(const Amounts&);

/// How much data a nest moves between the caches (Olivry et al., "IOOpt", PLDI 2021; Li et al., "Analytical
/// characterization and design space exploration for optimization of CNNs", ASPLOS 2021).
class Traffic {
 public:
  /// Of a machine whose cache lines hold so many elements.
  Traffic(const Problem&, std::int64_t elements_of_line);

  std::size_t number(const std::string& dim) const;

  /// What these loops touch, given outermost first. Lines are whole.
  Amounts footprint(const std::vector<Loop>&) const;
  /// What comes from behind a cache that holds `capacity` elements: what the innermost loops touch that fit, each time
  /// that they run, and what the loop around those adds to it while the rest stays.
  Amounts moved(const std::vector<Loop>&, double capacity) const;

  /// Of the lines of one array that these loops touch, where operands lie in panels of so many elements: the most that
  /// fall into one set of a cache whose ways hold a page each, as those of first caches do.
  std::size_t most_in_set(std::size_t array, const std::vector<Loop>&, std::int64_t element, std::int64_t panel) const;

 private:
  struct Term {
    std::size_t dim;
    double factor;
  };
  struct Index {
    std::vector<Term> terms;
    double least = 1;  ///< elements along it that come together
  };
  using Covered = std::array<double, 16>;  ///< iterations of each loop

  std::vector<double> steps(std::size_t array, std::int64_t panel) const;
  Amounts touched(const Covered&) const;
  Covered nothing() const;

  const Problem& p_;
  std::vector<std::string> dims_;
  std::vector<std::vector<Index>> arrays_;
};

}  // namespace tessera::tuning
