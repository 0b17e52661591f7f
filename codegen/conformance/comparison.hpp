// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "codegen/conformance/machine.hpp"

namespace tessera::conformance {

/// The number of elements from the first to the last of the tensor, gaps included.
std::size_t reach(const interp::Tensor<interp::Floats>&);

/// Whether two numbers are equal. All NaNs are equal.
bool is_same(double a, double b, bool with_sign_of_zero);

}  // namespace tessera::conformance
