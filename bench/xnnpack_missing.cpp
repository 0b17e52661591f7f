// SPDX-License-Identifier: Apache-2.0
// Stands in for xnnpack_conv.cpp where XNNPACK was not found.
#include "xnnpack_conv.hpp"

namespace tessera::bench {

ConvContender xnnpack_conv(int) { return {"xnnpack", {}, "XNNPACK: not available (not found at configure time)"}; }

}  // namespace tessera::bench
