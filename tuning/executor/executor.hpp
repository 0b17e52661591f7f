// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tuning/measure/batch.hpp"

namespace tessera::tuning {

/// Who measures batches.
class Executor {
 public:
  /// Is given what came of a scheme, or of those of a batch in turns, and where.
  using Measured = std::function<void(const tuning::Measurements&, const tuning::HostId&)>;

  virtual ~Executor() = default;

  /// Measures every scheme of these at the place that the executor is for. Results are handed over as they come, in any
  /// order; with them may come others: of another place, of an earlier run that was ended, or the same once more. A
  /// wrong result is the CheckError "tune" of BatchRunner, and never handed over.
  virtual void measure(const std::vector<TuneBatch>&, const Measured&) = 0;

  /// Are many batches done sooner when they are given together?
  virtual bool is_parallel() const = 0;
};

/// One after the other, by this process.
std::unique_ptr<Executor> local_executor(tuning::HostId here);

/// By job arrays of Slurm.
struct SlurmOptions {
  std::filesystem::path folder;  ///< of batches, results and logs, on a file system that the nodes share
  std::string options;           ///< for sbatch, words between spaces
  std::size_t tasks = 0;         ///< at once; 0: as many as there are
  std::size_t schemes = 20;      ///< of a task, at most
  int time_limit = 0;            ///< of the solver, ms
};
/// `here`: what a node must say of itself for its results to count. InputError "slurm" where Slurm is not installed;
/// "work_folder" while another run uses the folder. Its `measure` throws it too, for what Slurm refuses, and for tasks
/// that are lost again and again.
std::unique_ptr<Executor> slurm_executor(tuning::HostId here, SlurmOptions);

}  // namespace tessera::tuning
