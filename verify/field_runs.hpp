#pragma once
#include <optional>

#include "dsl/interp/compare.hpp"
#include "verify/equivalent.hpp"

namespace tessera::verify {

/// Runs the reference and the scheduled procedure on sizes, over the field, within the limit of work.
class FieldRuns {
 public:
  FieldRuns(const ir::Procedure& reference, const ir::Procedure& scheduled, const Options&);

  enum class Result { equal, differ, too_long, outside };
  /// At several points where a run is short, or configuration fields choose what is done.
  Result run(const interp::ControlValues&);
  /// How they differed last.
  const interp::Difference& difference() const { return *difference_; }
  bool out_of_work() const { return tested_.steps >= options_.work; }
  const Tested& tested() const { return tested_; }

 private:
  Result run_point(const interp::ControlValues&, std::uint64_t seed);
  bool surely_too_long(const interp::ControlValues&) const;
  double elements(const interp::ControlValues&) const;
  void count_errors(const interp::Outcome<interp::Field>&, std::uint64_t calls);

  const ir::Procedure &reference_, &scheduled_;
  const Options& options_;
  bool has_configs_;
  std::vector<interp::ControlValues> too_long_;
  std::optional<interp::Difference> difference_;
  Tested tested_;
};

}  // namespace tessera::verify
