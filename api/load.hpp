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
/// The job's libraries, checked, without a program.
Loaded load_libraries(const Job&);
/// The same with a program that need not be on disk: the job's file is what it is called in errors and on record.
Loaded with_program(Loaded, const Job&, const std::string& program);
/// Another procedure of the program that was loaded, not scheduled.
Loaded with_procedure(Loaded, const std::string& name);

}  // namespace tessera::api
