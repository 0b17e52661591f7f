// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "kernels/conv/request.hpp"

namespace tessera::kernels::layers {

constexpr std::size_t longest_layer_name = 100;  ///< of a file's name, which also holds the library's and the target's

/// A row of a table of layers, as a convolution.
struct ConvLayerRow {
  std::string name;
  std::string word;  ///< the name as a part of names in C: _ for other characters than letters and digits
  int line = 0;      ///< in the table, from 1
  kernels::conv::ConvRequest conv;  ///< the row's values, with the options as defaults
};

/// Reads a table of layers: the columns of `tessera bench conv`, or name and shape (as in `--shape`), and columns named
/// like options: layout, weights, pack_from, epilogue, border, add, types. Throws InputError (code "layers") at the
/// place of an error: unknown columns, invalid values, repeated names.
std::vector<ConvLayerRow> read_conv_layers(const std::string& file, const kernels::conv::ConvRequest& options);

/// An error of a row: place, layer, and reason.
InputError error_of_layer(const std::string& file, const ConvLayerRow&, const Diagnostic&);

}  // namespace tessera::kernels::layers
