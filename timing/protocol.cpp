// SPDX-License-Identifier: Apache-2.0
#include "timing/protocol.hpp"

namespace tessera::timing {

const std::vector<std::string> gemm_peer_names{"openblas", "blis", "libxsmm", "onednn", "mkl", "onednn_packed"};
const std::vector<std::string> conv_contender_names{"plain",  "onednn",          "onednn_plain", "xnnpack",
                                                    "im2row", "im2row_openblas", "naive"};
const std::vector<std::string> usual_conv_contenders{"plain", "onednn", "onednn_plain"};
const std::string no_peers = "none";

}  // namespace tessera::timing
