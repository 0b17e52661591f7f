// SPDX-License-Identifier: Apache-2.0
// One layer of conv_runner: all contenders checked, then timed in turns.
#pragma once

#include "conv_contenders.hpp"
#include "conv_report.hpp"

namespace tessera::bench {

/// Checks the contenders on integer and on random data, and times the correct ones, unless only checks are requested or
/// the kernel is wrong. `one_core`: the same layer for one core, timed beside; or null.
ConvRow run_layer(const ConvOptions&, const ConvJob&, const std::vector<ConvContender>& peers, const ConvJob* one_core);

}  // namespace tessera::bench
