// SPDX-License-Identifier: Apache-2.0
// The peer oneDNN: its direct convolution. Optional at configure time.
#pragma once

#include <string>

#include "conv_contender.hpp"

namespace tessera::bench {

/// Layouts `any` for source, weights and destination; the operands are reordered once, beforehand: `run` is the
/// arithmetic alone. Forward inference.
ConvContender onednn_conv(int threads);

/// Source and destination nhwc, weights hwio, before and after each call. Its forms: a primitive on these layouts; one
/// on weights of its own layout, reordered in each call; one whose every layout is its own, all reordered in each call.
/// Forms whose layouts come to the same are one; reference implementations are left out.
ConvContender onednn_plain_conv(int threads);

/// "oneDNN 2.6.3", or "oneDNN: not available (not found at configure time)".
std::string onednn_version();

}  // namespace tessera::bench
