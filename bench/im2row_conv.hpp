// SPDX-License-Identifier: Apache-2.0
// A convolution as one matrix product: each row of the left operand holds one result's input.
#pragma once

#include "conv_contender.hpp"
#include "gemm_call.hpp"

namespace tessera::bench {

/// The product by this library, whose threads are its own affair. Rows are written in each call, but where the image
/// is that matrix already; the weights are given to the product as they are, as F[R*S*C, K].
ConvContender im2row_conv(GemmPeer gemm, const std::string& name, int threads);

}  // namespace tessera::bench
