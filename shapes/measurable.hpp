// SPDX-License-Identifier: Apache-2.0
// What the programs of bench/ measure: one image, in memory, with a reference that is exact.
#pragma once

#include "shapes/conv_shape.hpp"

namespace tessera::shapes {

/// The largest number in a shape that is measured, and the most elements of one tensor.
constexpr std::int64_t max_measured_size = std::int64_t{1} << 20, max_measured_elements = std::int64_t{1} << 30;
/// Sums of fewer products of small integers are exact in f32.
constexpr std::int64_t first_inexact_sum = std::int64_t{1} << 22;

/// InputError "shape" for what is larger.
void check_measurable(const ConvShape&);

}  // namespace tessera::shapes
