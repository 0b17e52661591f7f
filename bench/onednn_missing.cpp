// SPDX-License-Identifier: Apache-2.0
// Stands in for onednn_conv.cpp where oneDNN was not found.
#include "onednn_conv.hpp"

namespace tessera::bench {

ConvContender onednn_conv(int) { return {"onednn", {}, onednn_version()}; }
ConvContender onednn_plain_conv(int) { return {"onednn_plain", {}, onednn_version()}; }

std::string onednn_version() { return "oneDNN: not available (not found at configure time)"; }

}  // namespace tessera::bench
