// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "tuning/search/plan.hpp"

namespace tessera::tuning {

/// Of what was measured of a program, what is to be timed once more: beside others' making and in a slow spell of the
/// machine one scheme may have been unlucky, another one lucky.

/// Alone: after those that are confirmed anyway, what comes near the fastest by the better of its quartiles.
std::vector<std::string> to_repeat(const tuning::Store&, const std::string& program);
/// In turns: the fastest, what is used untuned, and the model's first, by which it is judged. No unlucky reading is to
/// make the choice a worse one, or the model's.
std::vector<std::string> to_confirm(const tuning::Store&, const std::string& program, const TunePlan&);

/// What came of it, for `tessera tune --json`: the scheme that is chosen, and all that was measured beside what was
/// expected. CheckError "tune" where nothing could be measured.
report::Json tuned_row(const TunePlan&, const tuning::Store&);

}  // namespace tessera::tuning
