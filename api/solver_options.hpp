// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "dsl/rewrite/proc.hpp"

namespace tessera::report {
class SolverLog;
}

namespace tessera::api {

/// Limits, cache and observers of the solver.
struct SolverOptions {
  int time_limit = 5000;                                   ///< ms of Z3 per query
  std::size_t size_limit = Context::usual_largest_result;  ///< statements and expressions of a step's result
  bool has_cache = false;                                  ///< use answers of earlier runs
  std::string cache;                                       ///< their file; "none" for none, empty for the user's own
  std::shared_ptr<report::SolverLog> log;                  ///< --stats: follows the context from the start
  std::function<void(const ContextRef&)> opened = [](const ContextRef&) {};  ///< called with the context
};

ContextRef make_context(const SolverOptions&);

/// The user's own cache: answers-1.sqlite in the folder tessera of $XDG_CACHE_HOME or ~/.cache. Empty when neither is
/// known.
std::string default_cache();

}  // namespace tessera::api
