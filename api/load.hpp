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
  std::optional<std::int64_t> length = {};  ///< of the libraries' number of lanes; empty: each that it may be
  bool keep_refused = false;                ///< a refused step ends the schedule, see Loaded::refusal
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
  /// The same read for the other numbers of lanes that the machine may choose; none where libraries have no such
  /// number, or the job is about one.
  std::vector<Loaded> other_lengths = {};
};

/// Reads, checks and schedules, for each number of lanes of the libraries. Throws all errors of the input.
Loaded load(const Job&);
/// The error of a part that is about one number of lanes says so.
[[noreturn]] void rethrow_about_length(const Error&, const ir::Lanes&);
/// The same without the schedule: `scheduled` is the original.
Loaded load_unscheduled(const Job&);
/// The job's libraries, without a program. An instruction's accesses are checked where one is used.
Loaded load_libraries(const Job&);
/// The same with a program text that need not be on disk: errors and records use the name of the job's file.
Loaded with_program(Loaded, const Job&, const std::string& program);
/// Another procedure of the loaded program, unscheduled.
Loaded with_procedure(Loaded, const std::string& name);

}  // namespace tessera::api
