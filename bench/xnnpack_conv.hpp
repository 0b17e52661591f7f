// SPDX-License-Identifier: Apache-2.0
// The peer XNNPACK. Optional at configure time.
#pragma once

#include "conv_contender.hpp"

namespace tessera::bench {

/// Its convolution in nhwc, with weights that it packs when the operator is made, beforehand.
ConvContender xnnpack_conv(int threads);

}  // namespace tessera::bench
