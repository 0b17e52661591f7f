// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "dsl/ir/stmt.hpp"

// How far the results of an instruction may be from what its body says: `@instr("…", ulp=2)`. The measure is the unit
// in the last place of the result's type, at the value that the body has over the reals; below the smallest normal
// number, where many machines give zero, it is that number.
namespace tessera::ir {

/// The fact of an instruction that says so.
inline constexpr const char* ulp_fact = "ulp";

/// Nothing: its results are those of its body to the last bit.
std::optional<double> stated_ulp(const Procedure&);
/// As it is written: digits, perhaps a point and at most three more. Nothing for other numbers, and those not above 0.
std::optional<std::string> ulp_text(double);
/// Of a floating-point type: with more, an eighth of a value could be wrong.
double max_ulp(Scalar);

/// The distance between neighbouring numbers of the floating-point type at this magnitude.
double spacing(double value, Scalar);
double smallest_normal(Scalar);
/// How many units `found` is off; 0 for both NaN, for the same infinity, and where both are near zero as said above. An
/// infinity that stands for a number that is too large counts as the first such power of two. Infinite for a NaN or an
/// infinity that stands for nothing.
double error_in_ulp(double wanted, double found, Scalar);

/// The instructions that a procedure calls, at any depth, which state a bound; by name, each once.
std::vector<ProcRef> approximating_instructions(const Procedure&);

}  // namespace tessera::ir
