// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "cli/commands.hpp"

namespace tessera::cli {

/// Runs a program of Tessera to its end: reads the command line, runs what `chosen` makes of it, and prints an error,
/// with
/// --json as one JSON value too. Returns the exit code.
int run_program(CLI::App& app, int argc, char** argv, const std::function<Command()>& chosen);

}  // namespace tessera::cli
