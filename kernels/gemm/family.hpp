// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/family/family.hpp"

namespace tessera::kernels::gemm {

/// Microkernels of the matrix product: all tiles that fit the registers, whole and with a last vector that is partly
/// used; each for C += A B, C = A B and C = beta C + alpha A B, with operands packed or as they lie. Tiles are asked
/// for as "14x32", rows by columns; variants by name (specification.hpp).
Family family(const Request&);

/// The whole product C += A B with the loops around one tile (blocked.hpp), for the caches of the request.
Family blocked_family(const Request&);

/// Sums of the products of a batch, C += A_b B_b and C = A_b B_b over all b: tiles as of the first family, and the
/// loops around one of them for any number of rows and columns (batch.hpp).
Family batch_family(const Request&);

}  // namespace tessera::kernels::gemm
