// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/family/family.hpp"
#include "kernels/gemm/microkernel.hpp"

// The loops around the microkernels of a batch-reduce product, C (+)= the sum over b of A_b B_b (Georganas et al.,
// "High-performance deep learning via a single building block"): panels of columns, in each tiles of rows, in each tile
// all sums. Nothing is packed: the operands are blocks that another loop has brought together.
namespace tessera::kernels::gemm {

Variant batch_variant(Update);

/// The loops around one tile, and narrower panels of higher tiles with as many sums.
struct BatchProduct {
  Update update = Update::add;
  Tile tile;
  Edges edges = Edges::even;
};

/// Program text with the procedures of all levels, as written, from the tiles to the product.
std::string batch_program(const BatchProduct&, std::int64_t lanes, ir::Scalar);

/// The sum for any number of rows and columns. Remainders are covered exactly: rows by `edges`, columns by tiles with a
/// partial last vector.
Proc batch_product(const Program&, const schedules::VectorTarget&, const BatchProduct&, const std::string& name);

}  // namespace tessera::kernels::gemm
