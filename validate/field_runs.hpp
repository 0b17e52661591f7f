// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "dsl/interp/compare.hpp"
#include "validate/equivalent.hpp"
#include "validate/wide_runs.hpp"

namespace tessera::validate {

/// Runs the reference and the scheduled procedure on sizes, over the field and, if they have integers, on wide ones,
/// within the fuel.
class FieldRuns {
 public:
  FieldRuns(const ir::Procedure& reference, const ir::Procedure& scheduled, const Options&);

  enum class Result {
    equal,
    differ,
    too_long,
    outside,         ///< the reference itself stops: a precondition on strides or fields
    overflows,       ///< index arithmetic of the reference overflows 64 bits
    without_layout,  ///< the strides fit no known layout of a window
    unwritten        ///< the reference computes with unwritten values
  };
  /// At several points where a run is short, or configuration fields choose branches.
  Result run(const interp::Inputs&);
  /// A difference on wide integers, if any.
  std::optional<interp::Difference> wide_difference(const interp::Inputs&);
  /// The last difference, or the failure of the reference, with its seed.
  const interp::Difference& difference() const { return *difference_; }
  std::uint64_t seed() const { return seed_; }
  /// The paths taken by each procedure in runs that agreed.
  const interp::Coverage& taken_by_reference() const { return reference_paths_; }
  const interp::Coverage& taken_by_scheduled() const { return scheduled_paths_; }
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
  interp::Coverage reference_paths_, scheduled_paths_;
  std::uint64_t seed_ = 0;
  std::uint64_t stopped_ = 0;  ///< runs in which the reference did not finish: others have other fields
  Tested tested_;
};

}  // namespace tessera::validate
