// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "codegen/conformance/machine.hpp"

namespace tessera::conformance {

/// How many numbers there are up to the last element that the shape reaches.
std::size_t reach(const interp::Tensor<interp::Floats>&);

/// Of two numbers. A NaN is like every other.
bool is_same(double a, double b, bool with_sign_of_zero);

}  // namespace tessera::conformance
