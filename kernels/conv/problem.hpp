// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/conv/specification.hpp"
#include "tuning/problem.hpp"

namespace tessera::kernels::conv {

/// A convolution as a tuning problem, for a single thread; for several see `plan`. Leaves out zeros around the image,
/// except in layouts that always copy them.
tuning::Problem problem(const shapes::ConvShape&, Layout, Weights = Weights::packed);
/// The same with this border.
tuning::Problem problem(const shapes::ConvShape&, Layout, Weights, Border);

/// The same convolution with lanes along the summed channels: lanes become a dimension k of results, with fewer
/// channels each. Nothing where a place has more than one result, where channels are not contiguous, or do not fill
/// vectors.
std::optional<tuning::Problem> problem_of_lanes(const shapes::ConvShape&, Layout, Weights, std::int64_t lanes);

}  // namespace tessera::kernels::conv
