// SPDX-License-Identifier: Apache-2.0
// Names shared by the measuring programs and their callers.
#pragma once

#include <string>
#include <vector>

namespace tessera::timing {

/// The peers of a matrix product, in the order of the reports' columns.
extern const std::vector<std::string> gemm_peer_names;
/// The same for a convolution: the contenders of the kernel with weights packed beforehand.
extern const std::vector<std::string> conv_contender_names;
/// The ones needed for the figures of one layer.
extern const std::vector<std::string> usual_conv_contenders;
/// In place of a peer's name: none of them.
extern const std::string no_peers;

/// Rounds in which all contenders take their turn.
inline constexpr int min_pairs = 9, max_pairs = 1 << 20;

}  // namespace tessera::timing
