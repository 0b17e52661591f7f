// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "dsl/analysis/access.hpp"

namespace tessera::analysis {

/// A rectangle of elements: `lengths` from `lo` on in each dimension; empty where a length is not positive.
struct Rectangle {
  std::vector<Affine> lo, lengths;
};

/// The access's elements as one rectangle, exactly; nothing where guards, strides larger than one or dependent loop
/// bounds prevent that.
std::optional<Rectangle> as_rectangle(const smt::Terms&, const Access&);

/// The same elements in fewer rectangles: neighbours are merged. Unrolled code writes a tile element by element.
std::vector<Rectangle> merged(std::vector<Rectangle>);

Formula inside(const std::vector<Affine>& element, const Rectangle&);

}  // namespace tessera::analysis
