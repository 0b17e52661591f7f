// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "driver/report/facts.hpp"
#include "dsl/rewrite/proc.hpp"

namespace CLI {
class App;
}

namespace tessera::driver {

class SolverLog;

/// How a command decides obligations, and whether it tells how long that took.
struct SolverOptions {
  int time_limit = 5000;                                   ///< ms of Z3 for each question
  std::size_t size_limit = Context::usual_largest_result;  ///< statements and expressions of what a step leaves
  bool has_cache = false;                                  ///< the command may use answers of earlier runs
  std::string cache;  ///< the file that they are in; "none" for none, empty for the user's own
  bool stats = false;
  std::shared_ptr<SolverLog> log;  ///< of commands that can tell statistics; follows the context with `stats`
};

/// --time-limit, --size-limit and --stats.
void add_solver_options(CLI::App& sub, SolverOptions&);
/// --cache. Not for a command whose purpose is to prove everything again.
void add_cache_option(CLI::App& sub, SolverOptions&);

ContextRef make_context(const SolverOptions&);

/// The user's own cache: answers-1.sqlite in the folder tessera of $XDG_CACHE_HOME or ~/.cache. Empty when neither is
/// known.
std::string default_cache();

/// Runs the command; with --stats the statistics follow on stderr, also after an error. With `json` they are left to
/// the command where it succeeds, see add_statistics.
void run_with_statistics(const SolverOptions&, bool json, const std::function<void()>& command);
/// With --stats: the member "solver" of the facts that a command prints.
void add_statistics(report::Json& facts, const SolverOptions&);

}  // namespace tessera::driver
