// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "kernels/family/family.hpp"
#include "kernels/gemm/microkernel.hpp"

namespace tessera::kernels::gemm {

struct Blocking {
  Tile tile;
  std::int64_t rows = 0;     ///< of A at a time (mc)
  std::int64_t depth = 0;    ///< of the sums at a time (kc)
  std::int64_t columns = 0;  ///< of B at a time (nc), whole panels
  std::int64_t near = 0;     ///< elements between rows of B so that as many as `depth` fill L2
  Edges edges = Edges::even;
};

/// How A and B lie. C is row-major in either case.
enum class Layout {
  rows,  ///< row-major: neighbours along a row side by side
  any    ///< any distance along both dimensions: transposed too
};

/// What a product does.
struct Product {
  Update update = Update::add;
  Layout layout = Layout::rows;
};

/// "panel_2", "panel_1p": so many vectors of columns, the last one used in part.
std::string panel_name(std::int64_t vectors, bool is_partial);

/// Program text with the procedures of all levels of one update, as written, from the tiles to the products.
std::string product_specification(const Blocking&, std::int64_t lanes, ir::Scalar, Update);

}  // namespace tessera::kernels::gemm
