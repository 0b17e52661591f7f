#pragma once
#include "families/conv/specification.hpp"
#include "tuning/problem.hpp"

namespace tessera::families::conv {

/// A convolution as the tuner sees it. `is_for_vectors` is false where neighbouring results of the layout do not read
/// neighbouring pixels or weights.
tuning::Problem problem(const Shape&, Layout);
bool is_for_vectors(const Shape&, Layout);

}  // namespace tessera::families::conv
