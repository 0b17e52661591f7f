// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/tile_sizes.hpp"

#include <fmt/format.h>

#include <charconv>

#include "dsl/support/diagnostic.hpp"

namespace tessera::kernels::gemm {

std::pair<std::int64_t, std::int64_t> tile_sizes(const std::string& text) {
  std::int64_t rows = 0, columns = 0;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, rows);
  if (first.ec == std::errc() && first.ptr != end && *first.ptr == 'x') {
    const auto second = std::from_chars(first.ptr + 1, end, columns);
    if (second.ec == std::errc() && second.ptr == end && rows > 0 && columns > 0) return {rows, columns};
  }
  throw InputError("family", fmt::format("'{}' is not a tile", text), "rows by columns, as in 14x32");
}

}  // namespace tessera::kernels::gemm
