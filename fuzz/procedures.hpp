// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "fuzz/steps.hpp"

namespace tessera::fuzz {

/// A random schedule of several procedures: callees and instructions are derived by any steps, and the last procedure
/// comes to call what they became. What is accepted of that one goes to the oracles, and its C is compiled and run.
CaseResult random_derivations(Dice&, const Settings&, const Journal&, std::size_t case_number);

/// Looks again for what random_derivations notices and random_steps does not: asserts that nobody meets, a step that
/// the schedule loses, C of what calls instructions.
std::optional<Finding> show_derivation_again(const Finding&, const Settings&);

}  // namespace tessera::fuzz
