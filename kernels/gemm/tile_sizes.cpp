// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/tile_sizes.hpp"

#include <fmt/format.h>

#include <charconv>

#include "dsl/support/diagnostic.hpp"

namespace tessera::kernels::gemm {

TileText tile_of_text(const std::string& text) {
  TileText out;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, out.rows);
  if (first.ec == std::errc() && first.ptr != end && *first.ptr == 'x') {
    const auto second = std::from_chars(first.ptr + 1, end, out.columns);
    out.in_vectors = second.ptr + 1 == end && *second.ptr == 'v';
    const bool is_whole = second.ptr == end || out.in_vectors;
    if (second.ec == std::errc() && is_whole && out.rows > 0 && out.columns > 0) return out;
  }
  throw InputError("family", fmt::format("'{}' is not a tile", text),
                   "rows by columns, as in 14x32, or rows by vectors, as in 14x2v");
}

TileText tile_in_columns(const std::string& text) {
  const TileText out = tile_of_text(text);
  if (!out.in_vectors) return out;
  throw InputError("family",
                   fmt::format("the tile {} is in vectors, and products of several types are in columns", text),
                   "rows by columns, as in 14x32");
}

}  // namespace tessera::kernels::gemm
