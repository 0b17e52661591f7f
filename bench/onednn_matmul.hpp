// SPDX-License-Identifier: Apache-2.0
// The peer: oneDNN's matmul on the operands as BLAS has them. Optional at configure time.
#pragma once

#include "gemm_call.hpp"

namespace tessera::bench {

/// Where the layout of B is chosen: `plain` as given, any copy is part of the timed work; `packed` by oneDNN, and B is
/// reordered once, when the call is prepared. A and C are plain in both. f32 only.
enum class Weights { plain, packed };

GemmPeer open_onednn(Weights weights, int threads);

}  // namespace tessera::bench
