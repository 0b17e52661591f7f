// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "api/solver_options.hpp"

namespace CLI {
class App;
}

namespace tessera::cli {

/// --time-limit, --size-limit and --stats.
void add_solver_options(CLI::App& sub, api::SolverOptions&);
/// --cache. Not for commands that must prove everything again.
void add_cache_option(CLI::App& sub, api::SolverOptions&);

/// Runs the command; with --stats the statistics follow on stderr, also after an error. With `json` a successful
/// command prints them itself, see add_statistics (artifact/report/solver_log.hpp).
void run_with_statistics(const api::SolverOptions&, bool json, const std::function<void()>& command);

}  // namespace tessera::cli
