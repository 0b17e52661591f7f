// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <vector>

#include "codegen/conformance/allowed.hpp"
#include "codegen/conformance/approximation.hpp"
#include "codegen/conformance/companions.hpp"

// Test cases of instructions; the interpreter runs their bodies as the specification.
namespace tessera::conformance {

/// One call of an instruction, and the result of its specification.
struct SpecifiedCase {
  Case call;
  State expected;          ///< over the reals for an instruction with an error bound
  Computed computed;       ///< for such a one: the approximate numbers
  AllowedNumbers allowed;  ///< for others: with their freedom to round
};

/// The test calls of one instruction.
struct SpecifiedCases {
  std::vector<SpecifiedCase> cases;
  std::set<std::string> left_out;  ///< data for which the body was undefined in all attempts: "a = -128"
};

/// Calls for the values of its control arguments from -1 to 17, and next to each literal of its asserts, that the
/// asserts allow (at most `max_choices` of them, spread evenly), each on random data, unsigned ones from both halves
/// of their range, on edge data (zeros of both signs, halves, equal numbers, the ends of the range of integers; of
/// instructions that only move data also infinities, NaN, the smallest and largest numbers, and -0 in all lanes), and
/// on floating-point numbers of all digits and the whole range (wide_data.hpp); where an instruction states how far its
/// results are off, up to 2^20 and down to 2^-20. Where the specification overflows, other data are drawn, with fewer
/// large numbers in fewer operands. Memory operands lie up against an unmapped page after them, or before them, or one
/// number off it. Fields that the instruction reads are set by the library's own instructions before the call, to the
/// same values. Two operands that are only read are the same window or register in some of the cases. No cases when the
/// asserts allow no values. The same instruction and seed give the same cases. Throws InterpError when the
/// specification itself is wrong (an access out of bounds), CheckError for a template that cannot be filled in.
SpecifiedCases specified_cases(const ir::Procedure& instruction, std::uint64_t seed = 1, const Companions& = {});
constexpr std::size_t max_choices = 256;

}  // namespace tessera::conformance
