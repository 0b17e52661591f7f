// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "schemes/lower.hpp"
#include "shapes/conv_shape.hpp"

// The copy of the image, with zeros around it, stands in front of all else in the specification. It can become part of
// the loops that a scheme begins with: each iteration copies what it reads, into a buffer that is near. Where pixels
// lie side by side, those that are a stride apart do so in the copy.
namespace tessera::kernels::conv {

/// The innermost of the outermost loops that can have a copy each: along n, g, and blocks of several rows of the result
/// as it lies. `at` is null where the scheme begins with another loop.
schemes::Stage copy_inside(const Proc& specification, const schemes::Tiling&, const shapes::ConvShape&);

/// The copy stays in front. As in copy_inside it asks once a row whether that is one of the image, and not again for
/// each of its pixels.
Proc copy_in_front(const Proc& specification, const shapes::ConvShape&);

}  // namespace tessera::kernels::conv
