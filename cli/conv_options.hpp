// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "kernels/conv/request.hpp"

namespace CLI {
class App;
}

namespace tessera::cli {

/// The options that say what a convolution computes and how it is scheduled, in the words of the command line.
struct ConvOptions {
  std::string type = "f32", layout = "nhwc", weights = "packed", pack_from = "hwio", border, scheme, threads = "none",
              caches, cpu;
  std::vector<std::string> epilogue;
  bool adds = false, untuned = false;
};

/// --dtype, --layout, --weights, --pack-from, --epilogue, --border, --add, --scheme, --threads, --cpu, --untuned and
/// --caches.
void add_conv_options(CLI::App& sub, ConvOptions&);

/// What they ask for, but for the shape and the target. InputError for words that no convolution has.
kernels::conv::ConvRequest request_of(const ConvOptions&);

}  // namespace tessera::cli
