// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "dsl/interp/compare.hpp"
#include "validate/equivalent.hpp"

namespace tessera::validate {

/// Runs both procedures on integers over the whole range of their types, whose overflows the field does not show.
/// Integers wrap in these runs, so that sums may be reordered; data at which the reference overflows do not count.
class WideRuns {
 public:
  WideRuns(const ir::Procedure& reference, const ir::Procedure& scheduled, const Options&);

  /// Either procedure has integer data.
  bool needed() const { return needed_; }
  struct Result {
    bool ran = false;  ///< with data at which the reference does not overflow
    std::optional<interp::Difference> difference;
    std::uint64_t steps = 0;
  };
  /// For these sizes, within the step limit: on several random data where a run is short.
  Result run(const interp::Inputs&, std::uint64_t seed, std::uint64_t limit) const;

 private:
  using State = interp::Arguments<interp::Wrapping>;
  void run_draw(const interp::Inputs&, std::uint64_t seed, interp::Fuel&, Result&) const;
  State data(const interp::Inputs&, std::uint64_t seed, int bits) const;
  bool overflows(const State&, interp::Fuel&) const;

  const ir::Procedure &reference_, &scheduled_;
  const Options& options_;
  bool needed_;
};

}  // namespace tessera::validate
