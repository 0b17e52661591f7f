// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "shapes/conv_shape.hpp"
#include "tuning/microkernels.hpp"
#include "tuning/problem.hpp"

namespace tessera::tuning {

/// A convolution whose only loops are a sum that stays near and one register tile.
struct TileAlone {
  tuning::Microkernel tile;
  shapes::ConvShape shape;
  std::string scheme;
};

/// All tiles that the registers hold, with the loops r, s, both or none of the sum unrolled.
std::vector<TileAlone> tiles_alone(const tuning::Machine&);

}  // namespace tessera::tuning
