// SPDX-License-Identifier: Apache-2.0
#pragma once
// The commands of Slurm that the tuner uses, by their documented options and outputs.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tessera::tuning::slurm {

/// InputError "slurm" with the package to install for a missing command.
void check_installed();

/// Tasks 0 to `tasks` - 1 of one script; $SLURM_ARRAY_TASK_ID is the number of the task.
struct Array {
  std::string name;
  std::filesystem::path script, logs;  ///< `logs`: the folder of N.log
  std::size_t tasks = 1, at_once = 0;  ///< 0: without a limit
  std::vector<std::string> options;    ///< for sbatch, after ours, so that they take precedence
  std::int64_t cores = 2;              ///< kept busy by a task
};

/// Returns the number of the job. InputError "slurm" with the message of sbatch where it refuses.
std::string submit(const Array&);

/// Tasks of a job that are waiting, running or ending; nothing where squeue fails.
std::optional<std::set<std::size_t>> tasks_left(const std::string& name, const std::string& job);

/// Cancels all jobs of this name that belong to the user.
void cancel_all(const std::string& name);
void cancel(const std::string& job, std::size_t task);

}  // namespace tessera::tuning::slurm
