// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "tuning/search/tuned.hpp"

namespace tessera::tuning {

/// Schemes of a program to time again. The first timings are noisy: compilers ran beside them, and the machine may have
/// been slow for a while.

/// To time by themselves: schemes whose better quartile is near the fastest, after those that are confirmed in any
/// case.
std::vector<std::string> to_repeat(const tuning::Store&, const std::string& program);
/// To time in turns: the fastest scheme, the untuned default, and the first choice of the model. So no single noisy
/// reading decides the choice or the judgement of the model.
std::vector<std::string> to_confirm(const tuning::Store&, const std::string& program, const TunePlan&);

/// The result: the chosen scheme, and all measurements beside the predictions. CheckError "tune" without any
/// measurement.
TunedConv tuned(const TunePlan&, const tuning::Store&);

}  // namespace tessera::tuning
