// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/family/family.hpp"
#include "kernels/gemm/product_specification.hpp"

// The loops around the microkernel of a matrix product (figure 1 of the micro-kernel paper, after Goto and BLIS):
// columns in blocks whose part of B stays in the last cache; K in blocks; rows in blocks whose part of A stays in the
// second; panels of B of the microkernel's width; tiles of rows. The first tile of rows packs each panel on its way. A
// tile reads one element of each row of A at a time, so rows lie where they lie unless they share the sets of a cache.
namespace tessera::kernels::gemm {

/// After Low et al., "Analytical modeling is enough for high-performance BLIS", with other shares: a panel of B is half
/// as large again as L1, a block of A has a quarter of L2, a block of B an eighth of L3,
/// which cores share. Their panel stays in L1
/// beside the rows of A that pass by; but both come from the second in time, and deeper blocks touch C, which comes
/// from farther away, less often. Measured on products of 49 to 12544 rows.
Blocking blocking(const schedules::Caches&, const Tile&, Edges, std::int64_t lanes, std::int64_t bytes);

/// Two vectors wide and as high as registers allow: the fewest loads for each product where one load of A serves both.
Tile default_tile(std::int64_t registers);

/// The whole product, with its buffers in the memory `buffers`. Remainders are covered exactly: rows by two tiles of
/// nearly equal height, or by the blocking's edges, columns by tiles with a partial last vector, blocks by shorter
/// ones. Throws SchedulingError where the target lacks a required instruction.
Proc blocked(const Program&, const schedules::VectorTarget&, const Blocking&, const Product&,
             const ir::MemoryRef& buffers, const std::string& name);

}  // namespace tessera::kernels::gemm
