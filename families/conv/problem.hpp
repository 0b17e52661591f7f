// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "families/conv/specification.hpp"
#include "tuning/problem.hpp"

namespace tessera::families::conv {

/// A convolution as the tuner sees it, of a single thread; for several see `plan`. Zeros around the image are left out,
/// but of the layouts that are always copied with them.
tuning::Problem problem(const Shape&, Layout, Weights = Weights::packed);
/// With zeros treated so.
tuning::Problem problem(const Shape&, Layout, Weights, Border);

}  // namespace tessera::families::conv
