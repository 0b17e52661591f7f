// SPDX-License-Identifier: Apache-2.0
// A GEMM microkernel on its own: how it is called, whether it is right.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/support/csv.hpp"

namespace tessera::bench {

/// C[mr][nr] += A * B, A packed as [k][mr], B as [k][nr], C row-major with `ldc` elements from row to row.
using Microkernel = void (*)(std::int64_t k, const float* a, const float* b, float* c, std::int64_t ldc);

/// One microkernel to measure: "PATH:SYMBOL" and its tile.
struct MicrokernelSpec {
  std::string name, kernel;
  int mr = 0, nr = 0, k = 0;

  double flops() const { return 2.0 * mr * nr * k; }
};

/// Reads "mr,nr". Throws std::invalid_argument on any other text.
std::pair<int, int> parse_tile(const std::string& text);

/// Columns name, path, symbol, mr, nr, k. Paths are relative to `folder`. Throws std::invalid_argument with file and
/// line.
std::vector<MicrokernelSpec> microkernel_specs(const CsvTable& table, const std::string& folder);

/// Names the first wrong element: on integers exactly, on uniform data within the error bound (gemm_reference.hpp),
/// each with rows of C as long as the tile and longer ones, of which the rest must be left alone.
std::optional<std::string> first_wrong(const MicrokernelSpec& spec, Microkernel kernel);

}  // namespace tessera::bench
