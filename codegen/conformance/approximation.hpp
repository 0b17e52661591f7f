// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "codegen/conformance/machine.hpp"

// Instructions that state how far their results are from those of their bodies: `ulp=2`.
namespace tessera::conformance {

/// For each argument, for each of its numbers: did the body compute it? What is only moved, or left alone, is exact.
using Computed = std::vector<std::vector<bool>>;
Computed computed_numbers(const ir::Procedure&, const State&);

/// What the body leaves where nothing rounds but f64. Throws as interp::run does.
State over_reals(const ir::Procedure&, State);

/// Other numbers for the floating-point operands than small integers: of all digits, of both signs or of one, large and
/// small ones. `number` varies them.
void draw_widely(const ir::Procedure&, std::size_t number, State&);

/// What was found beside what the body leaves over the reals.
struct Distance {
  std::string difference;  ///< of the first number that is further off than stated; "" without
  double max_ulp = 0;      ///< of all computed ones
};
Distance distance(const ir::Procedure&, const State& over_reals, const Computed&, const State& found);

}  // namespace tessera::conformance
