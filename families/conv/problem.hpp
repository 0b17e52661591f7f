#pragma once
#include "families/conv/specification.hpp"
#include "tuning/problem.hpp"

namespace tessera::families::conv {

/// A convolution as the tuner sees it.
tuning::Problem problem(const Shape&, Layout, Weights = Weights::packed);

}  // namespace tessera::families::conv
