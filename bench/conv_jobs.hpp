// SPDX-License-Identifier: Apache-2.0
// What conv_runner measures: layers, each with the compiled procedures for it, from options or a table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiled_conv.hpp"
#include "shapes/layer_table.hpp"
#include "timing/protocol.hpp"

namespace tessera::bench {

struct ConvOptions {
  std::string shape, kernel, packing, plain, naive, label, layers, one_core, what, gemm, gemm_what, csv;
  int pack = 0;        // 0: the kernel takes plain weights
  int naive_pack = 0;  // the same for the naive procedure
  std::vector<std::string> contenders = timing::conv_contender_names;
  int threads = 1, pairs = timing::min_pairs;
  double sample_seconds = 0.02;
  bool check_only = false, overwrites = false, json = false;
};

/// A layer, and the procedures for it.
struct ConvJob {
  shapes::ConvLayer layer;
  CompiledConv kernel;
  std::optional<CompiledConv> plain, naive;
};

/// From --shape or --layers. Throws std::invalid_argument or TableError for missing or invalid ones.
std::vector<ConvJob> jobs_of(const ConvOptions&);

/// The same layers with the kernels of --one-core; empty where that is not given.
std::vector<ConvJob> jobs_of_one_core(const ConvOptions&, const std::vector<ConvJob>&);

}  // namespace tessera::bench
