// SPDX-License-Identifier: Apache-2.0
#include "api/solver_options.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "dsl/smt/disk_cache.hpp"

namespace tessera::api {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

std::string default_cache() {
  std::string folder = variable("XDG_CACHE_HOME");
  if (folder.empty() || folder.front() != '/') {  // the standard says to ignore a relative one
    folder = variable("HOME");
    if (folder.empty()) return "";
    folder += "/.cache";
  }
  return folder + "/tessera/answers-1.sqlite";
}

namespace {

// Empty: none.
std::string cache_file(const SolverOptions& options) {
  if (!options.has_cache || options.cache == "none") return "";
  return options.cache.empty() ? default_cache() : options.cache;
}

}  // namespace

ContextRef make_context(const SolverOptions& options) {
  auto context = std::make_shared<Context>(smt::Limits{std::chrono::milliseconds(options.time_limit)});
  context->largest_result = options.size_limit;
  const std::string file = cache_file(options);
  if (!file.empty())
    context->solver.use_cache(smt::disk_cache(file, smt::engine(), [](const std::string& what) {
      fmt::print(stderr, "warning: {}; `--cache none` does without, and the file may be deleted\n", what);
    }));
  options.opened(context);
  return context;
}

}  // namespace tessera::api
