// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "kernels/conv/make.hpp"
#include "kernels/conv/measured_schemes.hpp"
#include "shapes/layer_table.hpp"

namespace tessera::cli {

/// The kernels for `tessera bench conv`.
struct ConvKernelsJob {
  std::string target;  ///< hardware library; empty: the best for this CPU
  std::string compiler = "cc";
  kernels::conv::ConvRequest request;  ///< common part, without shape and target
  kernels::conv::MakeOptions make;
  std::string store;     ///< of `tessera tune`; empty: the user's, if it exists
  bool untuned = false;  ///< the model chooses the scheme, whatever a column scheme or a store has
  bool plain = false;    ///< kernels for plain weights too
  bool naive = false;    ///< the specifications too, compiled with -O3 -march=native
};

struct ConvKernels {
  std::filesystem::path table;  ///< input of conv_runner --layers
  std::string what;             ///< the compiler and its flags, for reports
};

/// Reads a table of layers. Throws InputError (code "layers") at the place of an error.
std::vector<shapes::ConvLayer> read_layers(const std::string& file);

/// Writes, proves and compiles the convolution and the packing of each layer, nhwc from hwio, for this machine's caches
/// into the folder. Throws InputError when one cannot be made: "layers" with the reason, or "compiler".
ConvKernels make_conv_kernels(const ConvKernelsJob&, const std::vector<shapes::ConvLayer>&,
                              const std::filesystem::path& folder);

}  // namespace tessera::cli
