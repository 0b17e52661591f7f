// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "api/hardware_library.hpp"
#include "api/solver_options.hpp"
#include "dsl/script/evaluate.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::api {

/// What the subcommands have in common.
struct Job {
  std::string file;                    ///< the program, a .tess file
  std::vector<std::string> libraries;  ///< --hwlib
  std::string schedule;                ///< --sched, may be empty
  std::vector<std::string> settings;   ///< --set name=value
  std::string proc;                    ///< --proc; empty: the last procedure of the file
  SolverOptions solver;
  bool keep_refused = false;  ///< a refused step ends the schedule, see Loaded::refusal
};

struct Loaded {
  ContextRef context;
  script::Inputs inputs;
  Proc original;
  Proc scheduled;  ///< the same as original without a schedule
  std::string schedule_text;
  SolverOptions solver;  ///< those of the job
  /// With Job::keep_refused: why the schedule ends at `scheduled` and not at its last line.
  std::optional<Error> refusal;
};

/// Reads, checks and schedules. All errors of the input come out of here.
Loaded load(const Job&);
/// The same up to the schedule: `scheduled` is the original.
Loaded load_unscheduled(const Job&);

}  // namespace tessera::api
