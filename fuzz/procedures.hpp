// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "fuzz/steps.hpp"

namespace tessera::fuzz {

/// A random schedule of several procedures: callees and instructions are derived by random steps, and the last
/// procedure calls the results. The oracles check it when accepted, and its C is compiled and run.
CaseResult random_derivations(Dice&, const Settings&, const Journal&, std::size_t case_number);

/// Reproduces findings of random_derivations that random_steps cannot have: contradicting asserts, a step that the
/// schedule loses, C of callers of instructions.
std::optional<Finding> show_derivation_again(const Finding&, const Settings&);

}  // namespace tessera::fuzz
