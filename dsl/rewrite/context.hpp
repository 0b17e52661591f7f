// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "dsl/check/bounds.hpp"
#include "dsl/rewrite/history.hpp"

namespace tessera {

/// The contents of a refusal: a full diagnostic, or only the fact. Counterexamples take long to find.
enum class DiagnosticMode { full, suppressed };

/// The state shared by all steps of one compilation.
struct Context {
  explicit Context(smt::Limits limits = {}) : solver(limits) {}

  smt::Solver solver;  ///< with its limits and answers
  /// Procedures as written whose accesses are proved, and those of all that they call.
  check::Proved proved;
  History history;
  DiagnosticMode diagnostics = DiagnosticMode::full;  ///< see SuppressDiagnostics
  /// Limit on the statements and expressions of a step's result. A larger result that grew is refused before its memory
  /// is allocated.
  std::size_t largest_result = usual_largest_result;
  static constexpr std::size_t usual_largest_result = 1'000'000;
  /// Configurations that the texts of steps may name besides the procedure's own: all declared in files. Of two with
  /// one name the first counts.
  std::vector<ir::ConfigRef> configs;
  /// The schedule line being executed; steps and errors get it.
  SrcLoc line;

  /// For experiments, and for the tests of the tests.
  struct TestHooks {
    /// Condition ids ("reorder_loops.S1") to assume without proof. A step that depends on one is marked unsafe in its
    /// trace and in the header of the C.
    std::set<std::string> assumed;
  };
  TestHooks hooks;
};
using ContextRef = std::shared_ptr<Context>;

}  // namespace tessera
