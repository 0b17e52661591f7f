// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "dsl/ir/stmt.hpp"

// When are floating-point results exact, whatever the order of the sums? When data are small integers, all values are
// multiples of 2^-bits, and no sum exceeds what the type holds to the last bit.
namespace tessera::codegen {

struct Exactness {
  /// Every value is a multiple of 2^-fraction_bits; nothing when some operation rounds (sqrt, a factor like 0.1).
  std::optional<int> fraction_bits;
  bool divides = false;  ///< by data: they must be powers of two then, up to largest_power
};
inline constexpr int largest_power = 4;
Exactness exactness(const ir::Procedure&);

/// A procedure over f64 that computes from the largest magnitude of each input one that no value and no partial sum of
/// the procedure exceeds: differences become sums, signs are dropped, constants count as at least `least_factor`. (With
/// 0 it bounds what a factor leaves of a value, not the value before.) It has the same arguments, tensors as dense f64
/// in plain memory and windows of it.
ir::Procedure magnitude_bound(const ir::Procedure&, double least_factor = 1);

/// A procedure over f64 that computes from 0 for each input how many roundings meet in each element, whatever the order
/// of the sums: those of a product add up, a term of a sum meets as many as the sum has terms, and what an instruction
/// that states a bound stores has met as many more as that comes to. An element is off by at
/// most so many rounding errors of its magnitude (the bound with least_factor 0) when divisors do not cancel and no
/// `select` compares what was rounded.
ir::Procedure rounding_count(const ir::Procedure&);

/// The largest integer up to which the narrowest type that the procedure or its callees write holds every one.
double max_exact(const ir::Procedure&);
/// The largest relative rounding error of the narrowest floating-point type of the procedure and its callees.
double rounding_error(const ir::Procedure&);

}  // namespace tessera::codegen
