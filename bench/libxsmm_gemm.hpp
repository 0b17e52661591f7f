// SPDX-License-Identifier: Apache-2.0
// The peer: LIBXSMM's kernel for one shape, compiled when the call is prepared. Optional at configure time.
#pragma once

#include "gemm_call.hpp"

namespace tessera::bench {

/// Runs on one thread. Offers the kernels of libxsmm_dispatch: alpha 1, beta 0 or 1, small shapes.
GemmPeer open_libxsmm(int threads);

}  // namespace tessera::bench
