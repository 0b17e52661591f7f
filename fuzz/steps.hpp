// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "fuzz/counts.hpp"
#include "fuzz/dice.hpp"
#include "fuzz/finding.hpp"
#include "fuzz/subject.hpp"

namespace tessera::fuzz {

/// What happened in one case.
struct CaseResult {
  Counts counts;
  std::optional<Finding> finding;
};

/// Says what is about to be tried, so that it is known when that does not come back.
using Journal = std::function<void(const Finding&)>;

/// Sees what all steps of a case led to.
using Observer = std::function<void(const Proc&)>;

/// A random program, and random steps on it until some are accepted; everything that is accepted goes to the oracles.
CaseResult random_steps(Dice&, const Settings&, const Journal&, std::size_t case_number = 0, const Observer& = {});

/// The text of a program that passes the checks. Counts how many did not.
std::string checked_program(Dice&, const Settings&, Counts&);

/// Carries out a schedule and gives the result to the oracles: what it shows, or nothing.
std::optional<Finding> show_again(const Finding&, const Settings&);

}  // namespace tessera::fuzz
