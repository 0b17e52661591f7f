// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "dsl/ir/stmt.hpp"

// Error bound of an instruction's results against its body, in units in the last place of the result's type
// (`@instr("…", ulp=2)`) or relative to the value (`error="2^-14"`), at the exact value of the body. Below the smallest
// normal number, which many machines flush to zero, the bound is that number.
namespace tessera::ir {

/// The key of the bound among an instruction's facts.
inline constexpr const char* ulp_fact = "ulp";

/// The key of a bound relative to the value: `error="2^-14"`.
inline constexpr const char* error_fact = "error";

/// How far results may be off: in units in the last place, or relative to the value.
struct ErrorBound {
  enum class Unit { ulp, relative } unit;
  double most;
  std::string text;  ///< the number as it was stated: "2", "2^-14"
};
/// "2 ulp", "relative error 2^-14"
std::string in_words(const ErrorBound&);

/// Nothing: the results equal those of the body to the last bit.
std::optional<ErrorBound> stated_bound(const Procedure&);
std::optional<double> stated_ulp(const Procedure&);
/// The relative error of results; never beside an `ulp`.
std::optional<double> stated_error(const Procedure&);
/// "0.001", "2^-14", "1.5*2^-12": above 0, and at most an eighth. Nothing for another text.
std::optional<double> relative_error(const std::string&);
/// The number in decimal, with at most three digits after the point. Nothing for other numbers, and those not positive.
std::optional<std::string> ulp_text(double);
/// The largest bound for a floating-point type: beyond it an eighth of a value could be wrong.
double max_ulp(Scalar);

/// The distance between neighbouring numbers of the floating-point type at this magnitude.
double spacing(double value, Scalar);
double smallest_normal(Scalar);
double largest(Scalar);
/// A floating-point type: binary digits of a number, the first one included, and the exponents of the smallest normal
/// and of the largest number.
struct FloatFormat {
  int digits;
  int lowest;
  int highest;
  bool has_infinity = true;  ///< else its numbers end before the last one of their form, which is a NaN
};
FloatFormat float_format(Scalar);
/// The error of `found` in units; 0 for both NaN, for the same infinity, and where both are below the smallest normal
/// number. An infinity in the place of a finite overflow counts as the first power of two out of range. Infinite for
/// any other NaN or infinity.
double error_in_ulp(double wanted, double found, Scalar);
/// The same relative to the wanted value.
double error_in(ErrorBound::Unit, double wanted, double found, Scalar);

/// All instructions with an error bound that the procedure calls, directly or not; by name, each once.
std::vector<ProcRef> approximating_instructions(const Procedure&);

}  // namespace tessera::ir
