// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/gemm/specification.hpp"
#include "kernels/gemm_mixed/form.hpp"

namespace tessera::kernels::gemm::mixed {

/// "gemm_add", "gemm_set"
std::string specification_name(Update);

/// The procedure as written, over tiles of any size: `def gemm_add(M: size, Q: size, N: size, P: size, K: index, A, B,
/// C: [sum][M, N])`. A and B are packed: K groups of `depth` numbers of k; A[k, depth * i + q] is row i of Q >= M, and
/// B[k, depth * j + q] column j of P >= N. Updates: add and set.
std::string specification(Update, const Types&, std::int64_t depth);

}  // namespace tessera::kernels::gemm::mixed
