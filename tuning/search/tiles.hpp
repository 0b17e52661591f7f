// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "shapes/conv_shape.hpp"
#include "tuning/microkernels.hpp"
#include "tuning/problem.hpp"

namespace tessera::tuning {

/// A convolution with only an L1-resident sum and one register tile as loops.
struct TileAlone {
  tuning::Microkernel tile;
  shapes::ConvShape shape;
  std::string scheme;
};

/// All tiles that fit the registers, with loop r, s, both or none of the sum unrolled.
std::vector<TileAlone> tiles_alone(const tuning::Machine&);

}  // namespace tessera::tuning
