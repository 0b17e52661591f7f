// SPDX-License-Identifier: Apache-2.0
// Stands in for onednn_matmul.cpp where oneDNN was not found.
#include "onednn_conv.hpp"
#include "onednn_matmul.hpp"

namespace tessera::bench {

GemmPeer open_onednn(Weights weights, int) {
  return {weights == Weights::plain ? "onednn" : "onednn_packed", nullptr, onednn_version()};
}

}  // namespace tessera::bench
