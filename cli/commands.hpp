// SPDX-License-Identifier: Apache-2.0
#pragma once
// The subcommands of `tessera`. Each adds itself to the command line and returns the function to run when chosen.
#include <functional>
#include <string>

#include "api/already_reported.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tessera::api {
struct Job;
}

namespace tessera::cli {

using Command = std::function<void()>;

Command add_show(CLI::App&);
Command add_compile(CLI::App&);
Command add_verify(CLI::App&);
Command add_audit(CLI::App&);
Command add_replay(CLI::App&);
Command add_primitives(CLI::App&);
Command add_hwlib(CLI::App&);
Command add_family(CLI::App&);
Command add_bench(CLI::App&);
Command add_blas(CLI::App&);
Command add_conv(CLI::App&);
Command add_tune(CLI::App&);
/// These three describe the whole command line, their argument.
Command add_help(CLI::App&);
Command add_completion(CLI::App&);
Command add_man(CLI::App&);

/// FILE, --sched, --hwlib, --set, --proc, --time-limit, --stats.
void add_job_options(CLI::App& sub, api::Job& job, bool schedule_required, const char* file = "the program (.tess)");
/// --json. The command prints its facts as one JSON value; an error is printed as one too, by main.
void add_json_option(CLI::App& sub, bool& json);
/// `--edges`: a family's cover of rows beyond whole tiles.
CLI::Option* add_edges_option(CLI::App& sub, std::string& edges);
/// The error for an option with an unsigned number, where CLI11 would read -1 as the largest.
std::string wrong_number(const std::string& text);
/// For options that take a list: "K=64, C=64" as "K=64,C=64".
std::string without_blanks(std::string text);

}  // namespace tessera::cli
