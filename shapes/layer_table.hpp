// SPDX-License-Identifier: Apache-2.0
// Tables of convolutions.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "dsl/support/csv.hpp"
#include "shapes/conv_shape.hpp"

namespace tessera::shapes {

struct ConvLayer {
  std::string name;
  ConvShape shape;
  std::vector<std::pair<std::string, std::string>> further = {};  ///< the other columns of the table, kept in reports
  int line = 0;                                                   ///< in the table, counted from 1
};

/// Columns name,K,C,H,R,stride: H x H pixels and an R x R kernel, and as many zeros around that a stride of 1 gives H x
/// H results; they are part of the image that is read. Or name,K,C,H,W,kh,kw,stride,pad_t,pad_l,pad_b,pad_r,dil: zeros
/// are part of the layer; of stride and dil, AxB says how far along rows and columns. A column groups may be added, and
/// any others. Throws TableError.
std::vector<ConvLayer> conv_layers(const CsvTable& table);

/// Whether sizes are read from a column of this name.
bool is_size_column(const std::string& column);

}  // namespace tessera::shapes
