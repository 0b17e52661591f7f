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
  std::int64_t near = 0;     ///< row length of B at which `depth` rows fill L2
  Edges edges = Edges::even;
};

/// The storage of A and B. C is row-major in either case.
enum class Layout {
  rows,  ///< row-major
  any    ///< any strides along both dimensions: transposed too
};

/// The operation of a product.
struct Product {
  Update update = Update::add;
  Layout layout = Layout::rows;
};

/// "panel_2", "panel_1p": the vectors of columns, the last one partial.
std::string panel_name(std::int64_t vectors, bool is_partial);

/// Program text with the procedures of all levels of one update, as written, from tiles to products.
std::string product_specification(const Blocking&, std::int64_t lanes, ir::Scalar, Update);

}  // namespace tessera::kernels::gemm
