// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "codegen/conformance/machine.hpp"

// Instructions with an error bound: `ulp=2`, `error="2^-14"`.
namespace tessera::conformance {

/// For each argument, for each of its numbers: did the body compute it? Moved and unchanged numbers are exact.
using Computed = std::vector<std::vector<bool>>;
Computed computed_numbers(const ir::Procedure&, const State&);

/// The final state of the body with f64 as the only rounding. Throws as interp::run does.
State over_reals(const ir::Procedure&, State);

/// Fills floating-point operands with numbers other than small integers: full precision, both signs or one, large and
/// small. `number` varies them.
void draw_widely(const ir::Procedure&, std::size_t number, State&);

/// The distance of a result from the body over the reals.
struct Distance {
  std::string difference;  ///< of the first number beyond the stated bound; "" for none
  double most = 0;         ///< of all computed numbers, in the unit of the bound
};
Distance distance(const ir::Procedure&, const State& over_reals, const Computed&, const State& found);

}  // namespace tessera::conformance
