#pragma once
#include "families/conv/specification.hpp"
#include "schemes/scheme.hpp"
#include "tuning/problem.hpp"

namespace tessera::families::conv {

/// How a convolution is covered by register tiles.
struct Plan {
  schemes::Scheme scheme;
  double cycles = 0;  ///< that the multiplications take, by the model
};

/// What the model gives where nothing was measured: the tiles with the fewest cycles that cover the results exactly,
/// rows of pixels or blocks of them, and the order of loops that moves least.
Plan plan(const Shape&, Layout, const tuning::Machine&);

/// For how many channels k packed weights lie together: for those of the widest register tile, or fewer where tiles
/// begin within such a panel.
std::int64_t panel(const schemes::Tiling&);

}  // namespace tessera::families::conv
