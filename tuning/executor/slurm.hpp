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

/// InputError "slurm" that names what to install when a command is not there.
void check_installed();

/// Tasks 0 to `tasks` - 1 of one script, each of which knows its number as $SLURM_ARRAY_TASK_ID.
struct Array {
  std::string name;
  std::filesystem::path script, logs;  ///< `logs`: the folder of N.log
  std::size_t tasks = 1, at_once = 0;  ///< 0: without a limit
  std::vector<std::string> options;    ///< for sbatch, after ours, so that they prevail
  std::int64_t cores = 2;              ///< that a task keeps busy
};

/// Gives the number of the job. InputError "slurm" with the words of sbatch where it refuses.
std::string submit(const Array&);

/// Tasks of a job that wait, run or are about to end; nothing where squeue cannot say.
std::optional<std::set<std::size_t>> tasks_left(const std::string& name, const std::string& job);

/// Ends all jobs of this name, as far as they are the user's.
void cancel_all(const std::string& name);
void cancel(const std::string& job, std::size_t task);

}  // namespace tessera::tuning::slurm
