// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <tuple>
#include <vector>

#include "tuning/problem.hpp"

namespace tessera::tuning {

/// How a register tile runs: `rows` times `vectors` sums, and which loops of the sum are unrolled in one step.
struct Microkernel {
  std::int64_t rows = 1, vectors = 1;
  std::string unrolled;  ///< "", "s", "r", "rs": as the papers name the forms
  auto operator<=>(const Microkernel&) const = default;
};

/// What tiles reach alone, with their data near: measured once per machine, or by a model where nothing was. And what
/// they lose in a convolution.
class Microkernels {
 public:
  void measured(const Microkernel& m, double percent_of_peak) { percent_[m] = percent_of_peak; }
  /// Of each operand that a step loads, cycles. Alone, the multiplications hide all loads; not where there is more to
  /// do for what loads, or another thread uses the same core. 0 unless said.
  void loads_cost(double cycles) { per_load_ = cycles; }
  bool has_any() const { return !percent_.empty(); }
  const std::map<Microkernel, double>& all() const { return percent_; }
  /// Those that reach less than a tile that is a part of them and has as much of the sum unrolled: more than the
  /// core can feed, or a reading in which something else slowed it.
  std::vector<Microkernel> in_doubt() const;

  /// Cycles of one step of the sum in a convolution, where a core does `units` vectors of multiplications in a cycle.
  double cycles(const Microkernel&) const;
  /// Alone: as measured, that of the nearest measured form, or by the model.
  double percent(const Microkernel&) const;

  static constexpr double units = 2;

 private:
  std::map<Microkernel, double> percent_;
  double per_load_ = 0;
};

}  // namespace tessera::tuning
