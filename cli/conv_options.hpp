// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "kernels/conv/request.hpp"

namespace CLI {
class App;
}

namespace tessera::cli {

/// The options for the computation and the schedule of a convolution, as words of the command line.
struct ConvOptions {
  std::string type = "f32", layout = "nhwc", weights = "packed", pack_from = "hwio", border, scheme, threads = "none",
              caches, cpu;
  std::vector<std::string> epilogue;
  bool adds = false, untuned = false;
};

/// --dtype, --layout, --weights, --pack-from, --epilogue, --border, --add, --scheme, --threads, --cpu, --untuned and
/// --caches.
void add_conv_options(CLI::App& sub, ConvOptions&);

/// The request of the options, without shape and target. InputError for invalid words.
kernels::conv::ConvRequest request_of(const ConvOptions&);

}  // namespace tessera::cli
