// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>

namespace tessera::kernels::gemm {

/// A tile as on the command line.
struct TileText {
  std::int64_t rows = 0, columns = 0;
  bool in_vectors = false;  ///< `columns` counts vectors
};

/// Of "14x32", rows by columns, or of "14x2v", rows by vectors. InputError "family" for any other text.
TileText tile_of_text(const std::string& text);

/// The same in columns. InputError "family" for vectors, too.
TileText tile_in_columns(const std::string& text);

}  // namespace tessera::kernels::gemm
