// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "cli/commands.hpp"

namespace tessera::cli {

/// Runs one of Tessera's programs: parses the command line, runs the command of `chosen`, and prints errors, with
/// --json as one JSON value too. Returns the exit code.
int run_program(CLI::App& app, int argc, char** argv, const std::function<Command()>& chosen);

}  // namespace tessera::cli
