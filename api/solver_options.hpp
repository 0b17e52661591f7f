// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "dsl/rewrite/proc.hpp"

namespace tessera::report {
class SolverLog;
}

namespace tessera::api {

/// How obligations are decided, and who follows that.
struct SolverOptions {
  int time_limit = 5000;                                   ///< ms of Z3 for each question
  std::size_t size_limit = Context::usual_largest_result;  ///< statements and expressions of what a step leaves
  bool has_cache = false;                                  ///< answers of earlier runs may be used
  std::string cache;                       ///< the file that they are in; "none" for none, empty for the user's own
  std::shared_ptr<report::SolverLog> log;  ///< --stats: it has followed the context from the start
  std::function<void(const ContextRef&)> opened = [](const ContextRef&) {};  ///< told of the context
};

ContextRef make_context(const SolverOptions&);

/// The user's own cache: answers-1.sqlite in the folder tessera of $XDG_CACHE_HOME or ~/.cache. Empty when neither is
/// known.
std::string default_cache();

}  // namespace tessera::api
