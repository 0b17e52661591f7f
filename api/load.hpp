// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "api/hardware_library.hpp"
#include "api/solver_options.hpp"
#include "dsl/script/evaluate.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::api {

/// The common arguments of the subcommands.
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
  Proc scheduled;  ///< equals original without a schedule
  std::string schedule_text;
  SolverOptions solver;  ///< of the job
  /// With Job::keep_refused: the reason that the schedule ended early, at `scheduled`.
  std::optional<Error> refusal;
};

/// Reads, checks and schedules. Throws all errors of the input.
Loaded load(const Job&);
/// The same without the schedule: `scheduled` is the original.
Loaded load_unscheduled(const Job&);
/// The job's libraries, checked, without a program.
Loaded load_libraries(const Job&);
/// The same with a program text that need not be on disk: errors and records use the name of the job's file.
Loaded with_program(Loaded, const Job&, const std::string& program);
/// Another procedure of the loaded program, unscheduled.
Loaded with_procedure(Loaded, const std::string& name);

}  // namespace tessera::api
