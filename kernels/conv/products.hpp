// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/conv/specification.hpp"
#include "kernels/gemm_mixed/microkernel.hpp"
#include "schemes/scheme.hpp"

// Convolutions by the microkernels of kernels/gemm_mixed, for instructions that read several pixels from a register:
// products of small matrices, outer products. For a tile of neighbouring pixels, all that their results read is copied
// side by side, in the order of the instruction; the product of that copy with a panel of weights is their results.
namespace tessera::kernels::conv {

/// How a convolution is made of such products.
struct Products {
  gemm::mixed::Form form;
  std::vector<Proc> instructions;    ///< all of the library
  gemm::mixed::MixedTile tile = {};  ///< its rows are pixels, its columns channels of the result
  std::int64_t panel() const { return gemm::mixed::panel_columns(tile, form); }
};

/// The dimension of the results along which tiles lie: "q", or "p" where columns of pixels are side by side.
std::string dimension_of_pixels(const Layout&);

/// Whether the scheme is of such a tile: "U(8, q) V(16, k)". All loops around it are in the order of the results.
bool is_tile(const schemes::Scheme&, const std::string& dimension_of_pixels);

/// The tile that multiplies most for each register that it loads, no larger than the results.
gemm::mixed::MixedTile tile_of_results(const Form&, const gemm::mixed::Form&);

/// The product as written, a procedure of the same program.
std::string product_specification(const Form&, const gemm::mixed::Form&);

/// Schedules the specification. `product`: the product as written. `is_parallel`: the outermost loop of several
/// iterations around the tiles runs on several threads. `vectors` compute what follows the sums, as far as they can.
Proc scheduled_products(const Proc& specification, const Proc& product, const Form&, const Products&,
                        const schedules::VectorTarget& vectors, bool is_parallel);

}  // namespace tessera::kernels::conv
