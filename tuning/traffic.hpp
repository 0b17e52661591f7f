// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "tuning/problem.hpp"

namespace tessera::tuning {

/// A loop of a nest, by the number of its dimension. Consecutive loops along a dimension count as one with all their
/// iterations.
struct Loop {
  std::size_t dim = 0;
  double times = 1;
};

/// The mapping of lines to the sets of a cache: by address, or by a hash that spreads all lines evenly, as in large
/// shared caches.
enum class Sets { by_address, hashed };

/// Elements of each array of a problem.
using Amounts = std::array<double, 4>;
double sum(const Amounts&);

/// How much data a nest moves between the caches (Olivry et al., "IOOpt", PLDI 2021; Li et al., "Analytical
/// characterization and design space exploration for optimization of CNNs", ASPLOS 2021).
class Traffic {
 public:
  /// Of a machine whose cache lines and pages hold so many elements.
  Traffic(const Problem&, std::int64_t elements_of_line, std::int64_t elements_of_page);

  std::size_t number(const std::string& dim) const;

  /// The elements that these loops touch; outermost loop first. Lines are whole.
  Amounts footprint(const std::vector<Loop>&) const;
  /// The space of these loops' footprint of the array in a set-associative cache, in elements: rows at a distance that
  /// shares a factor with a page use some of the sets only, and the other sets are lost to them.
  double room(std::size_t array, const std::vector<Loop>&) const;
  /// Elements from beyond a cache of `capacity` elements: the footprint of the innermost loops that fit, once for each
  /// of their runs, and the data that the loop around them adds while the rest stays. In a set-associative cache an
  /// array stays while it has space there.
  Amounts moved(const std::vector<Loop>&, double capacity, Sets) const;

  /// The length of a contiguous run of the array that is reached in order, by loops that walk at most so many runs at
  /// once.
  double run(std::size_t array, const std::vector<Loop>&, double max_at_once) const;

  /// A tile reads rows of the array half a page apart or more: no hardware prefetcher follows them.
  bool is_scattered(std::size_t array) const { return is_scattered_[array]; }

  /// The largest number of lines of the array in one set of L1, whose ways hold a page each, among those that these
  /// loops touch; operands lie in panels of so many elements.
  std::size_t max_in_set(std::size_t array, const std::vector<Loop>&, std::int64_t element, std::int64_t panel) const;

  /// Pages of the array that these loops touch, if they touch several lines of each row; else 0.
  double pages_of_broken_rows(std::size_t array, const std::vector<Loop>&) const;

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
  static double extent(const Index&, const Covered&);
  Amounts touched(const Covered&) const;
  double room(std::size_t array, const Covered&, double touched) const;
  static Covered covered_by(const std::vector<Loop>&);
  static Covered nothing();

  const Problem& p_;
  std::vector<std::string> dims_;
  std::vector<std::vector<Index>> arrays_;
  double line_, page_;  ///< elements
  std::vector<bool> is_scattered_;
  std::vector<double> apart_;  ///< at such distances the sets of a cache are those of the first row again
};

}  // namespace tessera::tuning
