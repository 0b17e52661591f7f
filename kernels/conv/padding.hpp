// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "schemes/lower.hpp"
#include "shapes/conv_shape.hpp"

// The copy of the image, with zeros around it, comes first in the specification. It can move into the outer loops of a
// scheme: each iteration copies its input to a small buffer. With contiguous pixels, those a stride apart become
// contiguous in the copy.
namespace tessera::kernels::conv {

/// The innermost of the outer loops that can have a copy each: along n, g, and blocks of several rows of the result in
/// memory order. `at` is null where the scheme begins with another loop.
schemes::Stage copy_inside(const Proc& specification, const schemes::Tiling&, const shapes::ConvShape&);

/// The copy stays first. As in copy_inside it checks once per row whether the row is in the image, not for each of its
/// pixels.
Proc copy_in_front(const Proc& specification, const shapes::ConvShape&);

}  // namespace tessera::kernels::conv
