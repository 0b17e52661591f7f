// SPDX-License-Identifier: Apache-2.0
// The contenders of conv_runner: the kernel, its other forms and the peers, on all cores and on one.
#pragma once

#include "conv_jobs.hpp"

namespace tessera::bench {

/// Those that are the same for all layers.
std::vector<ConvContender> open_peers(const ConvOptions&);

/// The kernel first, then in the order of the reports' columns.
std::vector<ConvContender> contenders_of(const ConvJob&, const std::vector<ConvContender>& peers, const ConvOptions&);

/// Contenders on OpenMP, whose threads can change from turn to turn, on one core.
std::vector<ConvContender> contenders_of_one_core(const ConvJob&, const ConvOptions&);

/// Each followed by the same on one core, so that both turns of a round see the same machine.
std::vector<ConvContender> beside_one_core(const std::vector<ConvContender>& several,
                                           const std::vector<ConvContender>& one, int threads);

std::string on_one_core(const std::string& name);
bool is_on_one_core(const std::string& name);

}  // namespace tessera::bench
