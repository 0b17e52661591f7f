// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/ir/scalar.hpp"

// Results of another type than the sums: a sum becomes an f32, x, is scaled and so on, and is stored.
namespace tessera::kernels {

/// f32, bf16, f16, and integers of at most 16 bits.
bool is_result_type(ir::Scalar);
/// "f32, bf16, …"
std::string result_types();

/// The statements that make x, in f32, of the sum.
std::vector<std::string> result_of(const std::string& sum);
/// The statements that store x at the place: an integer is the nearest one, of two the even one, within the type's
/// bounds.
std::vector<std::string> stored_result(ir::Scalar, const std::string& place);

}  // namespace tessera::kernels
