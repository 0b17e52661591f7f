// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/family/family.hpp"

namespace tessera::kernels::gemm::mixed {

/// Microkernels of the product of two packed panels whose types differ from that of the sums, `types` of the request:
/// C += A B and C = A B for tiles of all sizes that fit the registers, or for those that are asked for. InputError
/// "family" where the library has no such instruction, or does not move its operands.
Family family(const Request&);

}  // namespace tessera::kernels::gemm::mixed
