// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "dsl/rewrite/history.hpp"

namespace tessera {

/// What a refusal says: all that helps to understand it, or only that it is one. The evidence takes long to find.
enum class DiagnosticMode { full, suppressed };

/// What all steps of one compilation share.
struct Context {
  explicit Context(smt::Limits limits = {}) : solver(limits) {}

  smt::Solver solver;  ///< with its limits and answers
  History history;
  DiagnosticMode diagnostics = DiagnosticMode::full;  ///< see SuppressDiagnostics
  /// Statements and expressions of what a step leaves. A step that would leave more, and more than it found, is refused
  /// before the memory for them is taken.
  std::size_t largest_result = usual_largest_result;
  static constexpr std::size_t usual_largest_result = 1'000'000;
  /// What texts of steps may name besides the configurations that the procedure mentions: all that files declare. Of
  /// two with one name the first counts.
  std::vector<ir::ConfigRef> configs;
  /// The line of the schedule file that is being carried out; steps and errors get it.
  SrcLoc line;

  /// For experiments, and for the test that every condition is tested.
  struct TestHooks {
    /// Condition ids ("reorder_loops.S1") that are not proved. A step that leans on one is marked unsafe in its trace
    /// and in the header of the C.
    std::set<std::string> assumed;
  };
  TestHooks hooks;
};
using ContextRef = std::shared_ptr<Context>;

}  // namespace tessera
