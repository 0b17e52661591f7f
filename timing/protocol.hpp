// SPDX-License-Identifier: Apache-2.0
// What may be asked of the measuring programs.
#pragma once

#include <string>
#include <vector>

namespace tessera::timing {

/// Whom a matrix product may be measured beside, in the order of the reports' columns.
extern const std::vector<std::string> gemm_peer_names;
/// The same for a convolution: what is timed beside the kernel whose weights are packed beforehand.
extern const std::vector<std::string> conv_contender_names;
/// Of these, what the figures of one layer need.
extern const std::vector<std::string> usual_conv_contenders;
/// In place of a peer's name: none of them.
extern const std::string no_peers;

/// Rounds in which all contenders take their turn.
inline constexpr int min_pairs = 9, max_pairs = 1 << 20;

}  // namespace tessera::timing
