// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shared by the subcommands of `tessera bench`: the table, and the measuring program.
#include <string>
#include <vector>

#include "cli/commands.hpp"

namespace tessera::cli {

/// A measuring program: its name in the build's folder bench, and the variable that overrides its path.
struct RunnerProgram {
  const char* name;
  const char* variable;
};

/// --runner.
void add_runner_option(CLI::App& sub, const RunnerProgram& program, std::string& path);

/// The given path, else the variable's, else bench/NAME beside this command. Throws InputError (code "runner") for a
/// missing program.
std::string runner_of(const RunnerProgram& program, const std::string& given);

/// Runs it. The report goes to stdout as rows are measured, the program's errors follow at the end. Throws
/// AlreadyReported for a wrong result, InputError (code "runner") for another failure.
void measure(const std::vector<std::string>& command);

Command add_bench_gemm(CLI::App& bench);
Command add_bench_conv(CLI::App& bench);

}  // namespace tessera::cli
