// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "tuning/search/tuned.hpp"

namespace tessera::tuning {

/// Writes what was tuned into a folder, as tables and as pictures of them: microkernels.csv (what register tiles reach
/// alone), layers.csv (the scheme chosen for each convolution and its rank), measured.csv (all that was measured beside
/// what the model expected), and an SVG of each. Without gnuplot there are tables only, which is said.
void write_tune_report(const TuneResults&, const std::string& folder);

}  // namespace tessera::tuning
