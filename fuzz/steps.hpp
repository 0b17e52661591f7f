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

/// The result of one case.
struct CaseResult {
  Counts counts;
  std::optional<Finding> finding;
};

/// Records the next attempt, so that it is known after a crash or hang.
using Journal = std::function<void(const Finding&)>;

/// Called with the result of all steps of a case.
using Observer = std::function<void(const Proc&)>;

/// A random program, and random steps on it until some are accepted; the oracles check each accepted one.
CaseResult random_steps(Dice&, const Settings&, const Journal&, std::size_t case_number = 0, const Observer& = {});

/// The text of a program that passes the checks. Counts rejected ones.
std::string checked_program(Dice&, const Settings&, Counts&);

/// Runs a schedule and gives the result to the oracles: the finding, or nothing.
std::optional<Finding> show_again(const Finding&, const Settings&);

}  // namespace tessera::fuzz
