// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <tuple>
#include <vector>

#include "tuning/problem.hpp"

namespace tessera::tuning {

/// A register tile of `rows` times `vectors` sums, and which loops of the sum are unrolled in one step.
struct Microkernel {
  std::int64_t rows = 1, vectors = 1;
  std::string unrolled;  ///< "", "s", "r", "rs": as the papers name the forms
  auto operator<=>(const Microkernel&) const = default;
};

/// The speed of register tiles with all data in L1: measured once per machine, else modelled; and their loss in a
/// convolution.
class Microkernels {
 public:
  void measured(const Microkernel& m, double percent_of_peak) { percent_[m] = percent_of_peak; }
  /// Sets MicrokernelModel::load, from a table of the machine.
  void loads_cost(double cycles) { model_.load = cycles; }
  bool has_any() const { return !percent_.empty(); }
  const std::map<Microkernel, double>& all() const { return percent_; }
  /// Tiles slower than a tile that is a part of them, with the same sums unrolled: they are more than the core can
  /// feed, or something else slowed it during the measurement.
  std::vector<Microkernel> in_doubt() const;

  /// Cycles of one step of the sum in a convolution, where a core does `units` vectors of multiplications in a cycle.
  double cycles(const Microkernel&) const;
  /// By itself: measured, of the nearest measured form, or modelled.
  double percent(const Microkernel&) const;

  static constexpr double units = 2;

 private:
  std::map<Microkernel, double> percent_;
  MicrokernelModel model_;
};

}  // namespace tessera::tuning
