// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/conv/specification.hpp"
#include "tuning/problem.hpp"

namespace tessera::kernels::conv {

/// A convolution as the tuner sees it, of a single thread; for several see `plan`. Zeros around the image are left out,
/// but of the layouts that are always copied with them.
tuning::Problem problem(const shapes::ConvShape&, Layout, Weights = Weights::packed);
/// With zeros treated so.
tuning::Problem problem(const shapes::ConvShape&, Layout, Weights, Border);

/// The same convolution with lanes along the channels that it sums: as one that has so many results as lanes, k, of so
/// many fewer channels each. Nothing where a place has more than one result, where channels of a vector do not lie side
/// by side, and where they do not fill vectors.
std::optional<tuning::Problem> problem_of_lanes(const shapes::ConvShape&, Layout, Weights, std::int64_t lanes);

}  // namespace tessera::kernels::conv
