// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the subcommands of `tessera bench` share: the table that is asked for, and the program that measures.
#include <string>
#include <vector>

#include "cli/commands.hpp"

namespace tessera::cli {

/// A measuring program: its name in the build's folder bench, and the variable that says where else it is.
struct RunnerProgram {
  const char* name;
  const char* variable;
};

/// --runner.
void add_runner_option(CLI::App& sub, const RunnerProgram& program, std::string& path);

/// The path that is given, else what the variable says, else bench/NAME beside this command. Throws InputError (code
/// "runner") when there is no such program.
std::string runner_of(const RunnerProgram& program, const std::string& given);

/// Runs it. The report goes to the standard output as the rows are measured; what the program objects to is told at the
/// end. Throws AlreadyReported when a result is wrong, InputError (code "runner") when it ends otherwise.
void measure(const std::vector<std::string>& command);

Command add_bench_gemm(CLI::App& bench);
Command add_bench_conv(CLI::App& bench);

}  // namespace tessera::cli
