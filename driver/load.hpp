// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

#include "driver/solver_options.hpp"
#include "dsl/script/evaluate.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::driver {

/// A hardware library by name (a folder among the shipped ones) or by the path of its folder: every *.tess in it, in
/// the order of their names. Throws InputError when there is none, listing what is shipped.
script::Library load_library(const std::string& name_or_path);
/// Where it lies, if there is one.
std::filesystem::path library_folder(const std::string& name_or_path);
/// Its files, sorted; none when there is no such library.
std::vector<std::filesystem::path> library_files(const std::string& name_or_path);
/// The record of a library's check, in its folder.
constexpr const char* conformance_file_name = "conformance.json";
/// All that its folder and the folders in it hold and that may matter: its files, headers that the C includes,
/// machines.json. Not what is in hidden folders, nor the record of its own check. Relative to the folder, sorted; none
/// when there is no such library. Throws InputError for a folder that cannot be read.
std::vector<std::string> library_contents(const std::string& name_or_path);
/// Names of the shipped libraries, sorted.
std::vector<std::string> shipped_libraries();

/// What the subcommands have in common.
struct Job {
  std::string file;                    ///< the program, a .tess file
  std::vector<std::string> libraries;  ///< --hwlib
  std::string schedule;                ///< --sched, may be empty
  std::vector<std::string> settings;   ///< --set name=value
  std::string proc;                    ///< --proc; empty: the last procedure of the file
  bool check_input = true;             ///< prove the bounds of the procedure before it is scheduled
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
  std::optional<SchedulingError> refusal;
};

/// Reads, checks and schedules. All errors of the input come out of here.
Loaded load(const Job&);
/// The same up to the schedule: `scheduled` is the original.
Loaded load_unscheduled(const Job&);

}  // namespace tessera::driver
