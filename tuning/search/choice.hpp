// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "tuning/search/tuned.hpp"

namespace tessera::tuning {

/// Schemes of a program to time again. The first timings are noisy: kernels were compiled beside them, and the machine
/// may have been slow for a while.

/// Timed alone: schemes whose better quartile comes near the fastest, after those that are confirmed in any case.
std::vector<std::string> to_repeat(const tuning::Store&, const std::string& program);
/// Timed in turns: the fastest scheme, the untuned default, and the first choice of the model. A single noisy reading
/// then decides neither the choice nor the judgement of the model.
std::vector<std::string> to_confirm(const tuning::Store&, const std::string& program, const TunePlan&);

/// What came of it: the scheme that is chosen, and all that was measured beside what was expected. CheckError "tune"
/// where nothing could be measured.
TunedConv tuned(const TunePlan&, const tuning::Store&);

}  // namespace tessera::tuning
