// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "tuning/search/tuned.hpp"

namespace tessera::tuning {

/// Writes the results of tuning into a folder, as tables and as pictures of them: microkernels.csv (the speed of
/// register tiles by themselves), layers.csv (the scheme chosen for each convolution and its rank), measured.csv (all
/// measurements beside the model's), and an SVG of each. Without gnuplot it writes tables only, and says so.
void write_tune_report(const TuneResults&, const std::string& folder);

}  // namespace tessera::tuning
