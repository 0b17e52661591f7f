// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "dsl/ir/stmt.hpp"

// When are floating-point results exact, whatever the order of the sums? For small integers: when all values are
// multiples of 2^-bits, and no sum exceeds the type's exact range.
namespace tessera::codegen {

struct Exactness {
  /// Every value is a multiple of 2^-fraction_bits; nothing when some operation rounds (sqrt, a factor like 0.1).
  std::optional<int> fraction_bits;
  bool divides = false;  ///< by data: these must be powers of two, up to largest_power
};
inline constexpr int largest_power = 4;
Exactness exactness(const ir::Procedure&);

/// A procedure over f64 from the largest magnitude of each input to a bound on all values and partial sums of the
/// procedure: differences become sums, signs are dropped, constants count as at least `least_factor`. (With 0 it bounds
/// a value after a factor, not before.) Same arguments; tensors are dense f64 in plain memory and windows of it.
ir::Procedure magnitude_bound(const ir::Procedure&, double least_factor = 1);

/// A procedure over f64 that counts, from 0 for each input, the roundings that accumulate in each element, in any order
/// of the sums: a product adds its factors' counts, a term of a sum gets one for each term, a store of an instruction
/// with an error bound adds as many as equal the bound (of a relative error, in those of the procedure's coarsest
/// type). The error of an element is at most this count times the rounding error of its magnitude (the bound with
/// least_factor 0), unless divisors cancel or a `select` compares rounded values.
ir::Procedure rounding_count(const ir::Procedure&);

/// The end of the exact integer range of the narrowest type that the procedure or its callees store computed numbers
/// in.
double max_exact(const ir::Procedure&);
/// The largest relative rounding error of the narrowest floating-point type that the procedure and its callees compute
/// or store results in.
double rounding_error(const ir::Procedure&);

}  // namespace tessera::codegen
