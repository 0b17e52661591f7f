// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "dsl/interp/compare.hpp"
#include "validate/equivalent.hpp"
#include "validate/wide_runs.hpp"

namespace tessera::validate {

/// Runs the reference and the scheduled procedure on sizes, over the field and, where they have integers, on wide ones,
/// within the limit of fuel.
class FieldRuns {
 public:
  FieldRuns(const ir::Procedure& reference, const ir::Procedure& scheduled, const Options&);

  enum class Result {
    equal,
    differ,
    too_long,
    outside,         ///< the reference itself stops: a precondition on strides or fields
    overflows,       ///< index arithmetic of the reference leaves 64 bits, and so it has no meaning
    without_layout,  ///< the strides are of no layout of a window that is known
    unwritten        ///< the reference computes with what was never written
  };
  /// At several points where a run is short, or configuration fields choose what is done.
  Result run(const interp::Inputs&);
  /// How they differ on wide integers, if they do.
  std::optional<interp::Difference> wide_difference(const interp::Inputs&);
  /// How they differed last, or what the reference did, and with which seed.
  const interp::Difference& difference() const { return *difference_; }
  std::uint64_t seed() const { return seed_; }
  /// The paths that the reference and the scheduled procedure took in runs that agreed.
  const interp::Coverage& taken_by_reference() const { return reference_ways_; }
  const interp::Coverage& taken_by_scheduled() const { return scheduled_ways_; }
  bool out_of_fuel() const { return tested_.steps >= options_.fuel; }
  const Tested& tested() const { return tested_; }

 private:
  Result run_points(const interp::Inputs&);
  Result run_point(const interp::Inputs&, std::uint64_t seed);
  bool surely_too_long(const interp::ControlValues&) const;
  double min_steps(const interp::ControlValues&) const;
  void count_errors(const interp::Outcome<interp::Field>&, std::uint64_t calls);

  const ir::Procedure &reference_, &scheduled_;
  const Options& options_;
  WideRuns wide_;
  bool has_configs_;
  std::vector<interp::ControlValues> too_long_;
  std::optional<interp::Difference> difference_;
  interp::Coverage reference_ways_, scheduled_ways_;
  std::uint64_t seed_ = 0;
  std::uint64_t stopped_ = 0;  ///< runs in which the reference came to no end: others meet other fields
  Tested tested_;
};

}  // namespace tessera::validate
