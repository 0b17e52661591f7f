// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <vector>

#include "codegen/conformance/approximation.hpp"

// Test cases of instructions; the interpreter runs their bodies as the specification.
namespace tessera::conformance {

/// One call of an instruction, and the result of its specification.
struct SpecifiedCase {
  Case call;
  State expected;     ///< over the reals for an instruction with an error bound
  Computed computed;  ///< for such a one: the approximate numbers
};

/// The test calls of one instruction.
struct SpecifiedCases {
  std::vector<SpecifiedCase> cases;
  std::set<std::string> left_out;  ///< data for which the body was undefined in all attempts: "a = -128"
};

/// Calls for the values of its control arguments from -1 to 17, and next to each literal of its asserts, that the
/// asserts allow (at most `max_choices` of them, spread evenly), each on random data, unsigned ones from both halves
/// of their range, and on edge data: zeros of both signs, halves, equal numbers, the ends of the range of integers; of
/// instructions that only move data also infinities and the smallest and largest numbers; of those that state how far
/// their results are off also numbers of all digits, up to 2^20 and down to 2^-20. Where the specification
/// overflows, other data are drawn, with fewer large numbers in fewer operands. Memory operands lie up against an
/// unmapped page after them, or before them, or one number off it. No cases when the asserts allow no values.
/// The same instruction gives the same cases.
/// Throws InterpError when the specification itself is wrong (an access out of bounds), CheckError for a template that
/// cannot be filled in.
SpecifiedCases specified_cases(const ir::Procedure& instruction);
constexpr std::size_t max_choices = 256;

}  // namespace tessera::conformance
