// SPDX-License-Identifier: Apache-2.0
#include "cli/bench_runner.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdlib>
#include <filesystem>

#include "dsl/support/files.hpp"
#include "dsl/support/process.hpp"

namespace tessera::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refused(const std::string& runner, const ProcessResult& run) {
  const std::string how = run.status > 128 ? fmt::format("was ended by signal {}", run.status - 128)
                                           : fmt::format("ended with status {}", run.status);
  Diagnostic d;
  d.code = "runner";
  d.message = fmt::format("{} {}; nothing more was measured", runner, how);
  if (!run.output.empty()) d.notes.push_back({{}, run.output.substr(0, run.output.find_last_not_of('\n') + 1)});
  d.hint = fmt::format("`{} --help` says what it takes; if it is older than this command, build it anew", runner);
  throw InputError(d);
}

}  // namespace

void add_runner_option(CLI::App& sub, const RunnerProgram& program, std::string& path) {
  sub.add_option("--runner", path,
                 fmt::format("the program that measures (default: ${}, or bench/{} beside this command)",
                             program.variable, program.name));
}

// In the build folder the runner lies below the command.
std::string runner_of(const RunnerProgram& program, const std::string& given) {
  const char* variable = std::getenv(program.variable);
  std::string runner = !given.empty() ? given : variable ? variable : "";
  std::error_code unknown;
  if (runner.empty()) runner = fs::read_symlink("/proc/self/exe", unknown).parent_path() / "bench" / program.name;
  if (fs::is_directory(runner, unknown) || !is_program(runner))
    throw InputError("runner", fmt::format("there is no measuring program {}", runner),
                     fmt::format("`scripts/build release {}` builds it; --runner or {} says where it is", program.name,
                                 program.variable));
  return runner;
}

void measure(const std::vector<std::string>& command) {
  const ScratchFolder scratch;
  const ProcessResult run = run_in_front(command, scratch.path() / "errors");
  constexpr int wrong_result = 1;
  if (run.status != 0 && run.status != wrong_result) refused(command.front(), run);
  fmt::print(stderr, "{}", run.output);
  if (run.status == wrong_result) throw api::AlreadyReported{ExitCode::refused};
}

}  // namespace tessera::cli
