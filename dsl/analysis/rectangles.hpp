// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "dsl/analysis/access.hpp"

namespace tessera::analysis {

/// The elements from `lo` on, `lengths` many in each dimension: none where a length is not positive.
struct Rectangle {
  std::vector<Affine> lo, lengths;
};

/// The access touches the elements of a rectangle, all of them and no others; nothing where that is not plain: guards,
/// steps larger than one, loops whose bounds depend on each other.
std::optional<Rectangle> as_rectangle(const smt::Terms&, const Access&);

/// The same elements in fewer rectangles: neighbours become one. Unrolled code writes a tile element by element.
std::vector<Rectangle> merged(std::vector<Rectangle>);

Formula inside(const std::vector<Affine>& element, const Rectangle&);

}  // namespace tessera::analysis
