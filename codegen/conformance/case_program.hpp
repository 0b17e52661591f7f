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

/// Types that a compiler may lack are passed as bits, and printed so.
bool is_passed_as_bits(ir::Scalar);

}  // namespace tessera::conformance
