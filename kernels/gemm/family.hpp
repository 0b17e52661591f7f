// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/family/family.hpp"

namespace tessera::kernels::gemm {

/// Microkernels of the matrix product: all tiles that fit the registers, with whole vectors and with a partial last
/// one; each for C += A B, C = A B and C = beta C + alpha A B, with packed or strided operands. Tiles are named
/// "14x32", rows by columns; variants as in specification.hpp.
Family family(const Request&);

/// The whole product C += A B with the loops around one tile (blocked.hpp), for the caches of the request.
Family blocked_family(const Request&);

/// Sums of the products of a batch, C += A_b B_b and C = A_b B_b over all b: tiles as in the first family, and the
/// loops around one of them for any number of rows and columns (batch.hpp).
Family batch_family(const Request&);

}  // namespace tessera::kernels::gemm
