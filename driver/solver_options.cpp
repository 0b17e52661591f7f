// SPDX-License-Identifier: Apache-2.0
#include "driver/solver_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "driver/solver_log.hpp"
#include "dsl/smt/disk_memory.hpp"

namespace tessera::driver {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

void add_solver_options(CLI::App& sub, SolverOptions& options) {
  sub.add_option("--time-limit", options.time_limit,
                 "milliseconds of Z3 for each question (default 5000); 0: Z3 is never asked")
      ->check(CLI::Range(0, 24 * 3600 * 1000));
  sub.add_option("--size-limit", options.size_limit,
                 fmt::format("statements and expressions that a step may leave, unless it found as many (default {})",
                             Context::usual_largest_result))
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000'000}));
  options.log = std::make_shared<SolverLog>();
  sub.add_flag("--stats", options.stats, "tell what decided the obligations, and which took longest");
}

void add_cache_option(CLI::App& sub, SolverOptions& options) {
  options.has_cache = true;
  sub.add_option("--cache", options.cache,
                 "file that keeps Z3's answers for later runs, or none (default: the variable TESSERA_CACHE, else "
                 "tessera/answers-1.sqlite in $XDG_CACHE_HOME or ~/.cache)")
      ->envname("TESSERA_CACHE");
}

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
    context->solver.remember_in(smt::disk_memory(file, smt::engine(), [](const std::string& what) {
      fmt::print(stderr, "warning: {}; `--cache none` does without, and the file may be deleted\n", what);
    }));
  if (options.stats) options.log->follow(context);
  return context;
}

void run_with_statistics(const SolverOptions& options, bool json, const std::function<void()>& command) {
  auto print = [&] {
    if (options.stats) fmt::print(stderr, "{}", options.log->text());
  };
  try {
    command();
  } catch (...) {
    print();
    throw;
  }
  if (!json) print();
}

void add_statistics(report::Json& facts, const SolverOptions& options) {
  if (options.stats) facts["solver"] = options.log->facts();
}

}  // namespace tessera::driver
