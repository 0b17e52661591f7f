// SPDX-License-Identifier: Apache-2.0
#include "tuning/executor/slurm.hpp"

#include <fmt/format.h>

#include <sstream>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/process.hpp"

namespace tessera::tuning::slurm {
namespace {

namespace fs = std::filesystem;

constexpr unsigned slurm_patience = 120;  // seconds, with a controller that has much to do

ProcessResult run(std::vector<std::string> words) {
  const ScratchFolder scratch;
  return run_process(std::move(words), scratch.path() / "log", slurm_patience);
}

// Slurm expands % in names of logs.
std::string pattern(const fs::path& folder) {
  std::string out;
  for (const char c : (folder / "").string()) out += c == '%' ? "%%" : std::string(1, c);
  return out + "%a.log";
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

// Of `--parsable`: the number, perhaps a cluster after a semicolon; warnings are on separate lines.
std::string job_number(const std::string& output) {
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);)
    if (const std::string number = line.substr(0, line.find(';')); is_number(number)) return number;
  return "";
}

}  // namespace

void check_installed() {
  for (const char* command : {"sbatch", "squeue", "scancel"})
    if (!is_program(command))
      throw InputError(
          "slurm", fmt::format("there is no {} in PATH: Slurm is not installed here", command),
          "install Slurm's commands (slurm-client in Debian), run this on a machine of the cluster, or use "
          "--executor local");
}

std::string submit(const Array& a) {
  const std::string limit = a.at_once > 0 ? fmt::format("%{}", a.at_once) : "";
  // Exclusive: other jobs disturb measurements. We requeue lost tasks ourselves, without their finished part.
  std::vector<std::string> words{"sbatch",
                                 "--parsable",
                                 "--no-requeue",
                                 "--exclusive",
                                 fmt::format("--cpus-per-task={}", a.cores),
                                 "--job-name=" + a.name,
                                 fmt::format("--array=0-{}{}", a.tasks - 1, limit),
                                 "--output=" + pattern(a.logs)};
  words.insert(words.end(), a.options.begin(), a.options.end());
  words.push_back(a.script.string());
  const ProcessResult r = run(words);
  const std::string number = job_number(r.output);
  if (r.status == 0 && !number.empty()) return number;
  Diagnostic d;
  d.code = "slurm";
  d.message = fmt::format("sbatch does not take an array of {} tasks", a.tasks);
  d.notes.push_back({{}, r.output.substr(0, r.output.find_last_not_of('\n') + 1)});
  d.hint = "--slurm-options gives it a partition, an account or a time; fewer tasks with a larger --slurm-schemes";
  throw InputError(d);
}

std::optional<std::set<std::size_t>> tasks_left(const std::string& name, const std::string& job) {
  // By name: of a number that is forgotten already, squeue only says that it is wrong.
  const ProcessResult r = run({"squeue", "--noheader", "--array", "--name=" + name, "--format=%F %K"});
  if (r.status != 0) return std::nullopt;
  std::set<std::size_t> out;
  std::istringstream lines(r.output);
  for (std::string line, number, task; std::getline(lines, line);)
    if (std::istringstream words(line); words >> number >> task && number == job && is_number(task))
      out.insert(std::stoull(task));
  return out;
}

void cancel_all(const std::string& name) { run({"scancel", "--quiet", "--name=" + name}); }

void cancel(const std::string& job, std::size_t task) { run({"scancel", "--quiet", fmt::format("{}_{}", job, task)}); }

}  // namespace tessera::tuning::slurm
