// SPDX-License-Identifier: Apache-2.0
#include "cli/program.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "artifact/report/facts.hpp"
#include "cli/usage_error.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::cli {
namespace {

// The text is for people, also in the log of a program that reads the JSON.
int print_error(const Error& e, bool json) {
  fmt::print(stderr, "{}\n", e.diagnostic().render());
  if (json) fmt::print("{}\n", report::text_of({{"error", report::error_facts(e)}}));
  return static_cast<int>(e.exit_code());
}

int print_bug(const std::exception& e, bool json) {
  Diagnostic d;
  d.code = "bug";
  d.message = fmt::format("bug in Tessera: {}", e.what());
  d.hint = "keep the input and the schedule: running the same command shows this again";
  return print_error(Error(ExitCode::bug, d), json);
}

// What the system says of files is about the user's.
InputError file_error(const std::filesystem::filesystem_error& e) {
  const std::string place = e.path1().empty() ? "the current folder" : e.path1().string();
  return InputError("file", fmt::format("cannot use {}: {}", place, e.code().message()),
                    "name another, or run this in another folder");
}

InputError output_error() {
  Diagnostic d;
  d.code = "output";
  d.message = fmt::format("cannot write to the standard output: {}", std::strerror(errno));
  d.hint = "it was closed, or its disk is full";
  return InputError(d);
}

// Runs the command and flushes its output.
void run_command(const Command& command) try {
  command();
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) throw output_error();
} catch (const std::system_error&) {
  if (std::ferror(stdout)) throw output_error();
  throw;
}

}  // namespace

int run_program(CLI::App& app, int argc, char** argv, const std::function<Command()>& chosen) {
  const bool json = std::any_of(argv, argv + argc, [](const char* word) { return std::string_view(word) == "--json"; });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);
    return print_error(usage_error(app, e, argc > 1 ? argv[1] : nullptr), json);
  }
  try {
    run_command(chosen());
    return 0;
  } catch (const api::AlreadyReported& told) { return static_cast<int>(told.code); } catch (const Error& e) {
    return print_error(e, json);
  } catch (const std::filesystem::filesystem_error& e) {
    return print_error(file_error(e), json);
  } catch (const std::exception& e) { return print_bug(e, json); }
}

}  // namespace tessera::cli
