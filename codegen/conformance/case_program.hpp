// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "codegen/conformance/machine.hpp"

// A test program in C and what it reads: compiling the numbers would take longer than all else.
namespace tessera::conformance {

/// C that makes each of the calls whenever its input says so. Cases that differ in their numbers only share one.
std::string program_of(Around, const std::string& includes, const std::vector<Case>&);

/// The input of that program: the cases in order, each with its call and the numbers of its operands.
std::string operands_of(const std::vector<Case>&);

/// i4 and ui4 are passed as bytes: a tensor's hold two numbers, and an odd number of them leaves `spare_half` in the
/// last.
bool is_passed_in_bytes(ir::Scalar);
inline constexpr int spare_half = 15;
/// How many numbers an operand is passed as, from the first to the last, gaps included.
std::size_t numbers_passed(const ir::Arg&, const interp::Tensor<interp::Floats>&);

/// Types that a compiler may lack are passed as bits, and written so.
bool is_passed_as_bits(ir::Scalar);

}  // namespace tessera::conformance
