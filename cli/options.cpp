// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <charconv>

#include "api/load.hpp"
#include "cli/commands.hpp"
#include "cli/solver_options.hpp"

namespace tessera::cli {

void add_job_options(CLI::App& sub, api::Job& job, bool schedule_required, const char* file) {
  sub.add_option("FILE", job.file, file)->required();
  CLI::Option* sched = sub.add_option("--sched", job.schedule, "the schedule (.sched)");
  if (schedule_required) sched->required();
  sub.add_option("--hwlib", job.libraries,
                 "hardware library: a shipped name, or the path of a folder; may be repeated");
  sub.add_option("--set", job.settings, "name=value for the schedule; may be repeated");
  sub.add_option("--proc", job.proc, "the procedure to start from (default: the last of the file)");
  add_solver_options(sub, job.solver);
}

void add_json_option(CLI::App& sub, bool& json) {
  sub.add_flag("--json", json, "print the facts as one JSON value on stdout, errors too");
}

std::string wrong_number(const std::string& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size()) return "";
  return fmt::format("'{}' is not a whole number from 0 to {}", text, UINT64_MAX);
}

std::string without_blanks(std::string text) {
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
  return text;
}

}  // namespace tessera::cli
