#pragma once
#include "families/conv/shape.hpp"
#include "families/family.hpp"
#include "schemes/scheme.hpp"

namespace tessera::families::conv {

/// The registers of a target, and the caches around them.
struct Machine {
  std::int64_t lanes = 1, registers = 0;
  std::int64_t element = 4;  ///< bytes
  Caches caches;
};

/// How a convolution is covered by register tiles.
struct Plan {
  schemes::Scheme scheme;
  std::int64_t panel = 1;  ///< results of the widest tile, that packed weights lie together for
  double cycles = 0;       ///< that the multiplications take, by the model
};

/// What the model gives where nothing was measured: the tiles with the fewest cycles that cover the results exactly,
/// rows of pixels or blocks of them, and the order of loops that moves least.
Plan plan(const Shape&, const Machine&);

}  // namespace tessera::families::conv
