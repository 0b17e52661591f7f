// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tuning/measure/batch.hpp"

namespace tessera::tuning {

/// Measures batches.
class Executor {
 public:
  /// Called with the result of a scheme, or of all schemes in turns of a batch, and its host.
  using Measured = std::function<void(const tuning::Measurements&, const tuning::HostId&)>;

  virtual ~Executor() = default;

  /// Measures every scheme of these on the executor's host. Results are passed on as they come, in any order, perhaps
  /// with others: of another host, of an earlier interrupted run, or repeated. A wrong result is the CheckError "tune"
  /// of BatchRunner, and never passed on.
  virtual void measure(const std::vector<TuneBatch>&, const Measured&) = 0;

  /// Are many batches faster when submitted together?
  virtual bool is_parallel() const = 0;
};

/// One batch after the other, in this process.
std::unique_ptr<Executor> local_executor(tuning::HostId here);

/// Options for job arrays of Slurm.
struct SlurmOptions {
  std::filesystem::path folder;  ///< of batches, results and logs, on a file system shared by the nodes
  std::string options;           ///< for sbatch, separated by spaces
  std::size_t tasks = 0;         ///< in parallel; 0: all
  std::size_t schemes = 20;      ///< per task, at most
  int time_limit = 0;            ///< of the solver, ms
};
/// `here`: the host id that results must have. InputError "slurm" where Slurm is not installed; "work_folder" while
/// another run uses the folder. Its `measure` throws it too, for refusals of Slurm, and for tasks that are lost
/// repeatedly.
std::unique_ptr<Executor> slurm_executor(tuning::HostId here, SlurmOptions);

}  // namespace tessera::tuning
