// SPDX-License-Identifier: Apache-2.0
#include "cli/solver_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "artifact/report/solver_log.hpp"

namespace tessera::cli {
namespace {

void follow(api::SolverOptions& options) {
  options.log = std::make_shared<report::SolverLog>();
  options.opened = [log = options.log](const ContextRef& context) { log->follow(context); };
}

}  // namespace

void add_solver_options(CLI::App& sub, api::SolverOptions& options) {
  sub.add_option("--time-limit", options.time_limit,
                 "milliseconds of Z3 for each obligation (default 5000); 0: never use Z3")
      ->check(CLI::Range(0, 24 * 3600 * 1000));
  sub.add_option("--size-limit", options.size_limit,
                 fmt::format("maximum of statements and expressions after a step (a step that does not grow a larger "
                             "program is allowed; "
                             "default {})",
                             Context::usual_largest_result))
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000'000}));
  sub.add_flag_callback(
      "--stats", [&options] { follow(options); }, "tell what decided the obligations, and which took longest");
}

void add_cache_option(CLI::App& sub, api::SolverOptions& options) {
  options.has_cache = true;
  sub.add_option("--cache", options.cache,
                 "file that keeps Z3's answers for later runs, or none (default: the variable TESSERA_CACHE, else "
                 "tessera/answers-1.sqlite in $XDG_CACHE_HOME or ~/.cache)")
      ->envname("TESSERA_CACHE");
}

void run_with_statistics(const api::SolverOptions& options, bool json, const std::function<void()>& command) {
  auto print = [&] {
    if (options.log) fmt::print(stderr, "{}", options.log->text());
  };
  try {
    command();
  } catch (...) {
    print();
    throw;
  }
  if (!json) print();
}

}  // namespace tessera::cli
