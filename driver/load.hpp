#pragma once
#include <filesystem>

#include "dsl/script/evaluate.hpp"

namespace tessera::driver {

/// A hardware library by name (a folder among the shipped ones) or by the path of its folder: every *.tess in it, in
/// the order of their names. Throws InputError when there is none, listing what is shipped.
script::Library load_library(const std::string& name_or_path);
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
};

struct Loaded {
  ContextRef context;
  Proc original;
  Proc scheduled;  ///< the same as original without a schedule
};

/// Reads, checks and schedules. All errors of the input come out of here.
Loaded load(const Job&);

}  // namespace tessera::driver
