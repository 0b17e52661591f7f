// SPDX-License-Identifier: Apache-2.0
// The extents of matrix products, and tables of them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/support/csv.hpp"

namespace tessera::shapes {

/// The largest extent: sums of as many products of small integers are still exact in f32.
constexpr int max_extent = 1 << 20;

/// C[m,n] += A[m,k] * B[k,n].
struct GemmShape {
  std::string name;
  int m = 0, n = 0, k = 0;
  std::vector<std::pair<std::string, std::string>> further = {};  // the other columns of the table, kept in reports

  double flops() const { return 2.0 * m * n * k; }
  /// How many layers of the network have this shape: column `count`.
  std::optional<int> count() const;
  /// Column `network`, or the name up to its last underscore.
  std::string network() const;
};

/// Reads "m,n,k"; the name is "mxnxk". InputError "shape" for other text.
GemmShape parse_gemm_shape(const std::string& text);

/// Columns name, m, n, k and any others. Throws TableError.
std::vector<GemmShape> gemm_shapes(const CsvTable& table);

}  // namespace tessera::shapes
