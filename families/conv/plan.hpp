#pragma once
#include "families/conv/specification.hpp"
#include "schemes/scheme.hpp"
#include "tuning/problem.hpp"

namespace tessera::families::conv {

/// How a convolution is covered by register tiles.
struct Plan {
  schemes::Scheme scheme;
  double cycles = 0;  ///< that the multiplications take, by the model; of several threads the slowest, with all it does
};

/// Cycles that one step of the sum takes in a register tile of pixels x vectors.
double cycles_of_step(std::int64_t pixels, std::int64_t vectors);

/// What the model gives where nothing was measured: the tiles with the fewest cycles that cover the results exactly,
/// rows of pixels or blocks of them, and the order of loops that moves least. For several threads, the tiles, the order
/// and the parallel loops that leave the slowest thread the least to do.
Plan plan(const Shape&, Layout, const tuning::Machine&);

/// For how many channels k packed weights lie together: for those of the widest register tile, or fewer where tiles
/// begin within such a panel.
std::int64_t panel(const schemes::Tiling&);

}  // namespace tessera::families::conv
