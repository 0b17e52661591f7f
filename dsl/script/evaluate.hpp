#pragma once
#include <map>
#include <string>

#include "dsl/rewrite/primitive.hpp"
#include "dsl/syntax/module.hpp"
#include "dsl/syntax/schedule.hpp"

namespace tessera::script {

/// A hardware library under the name of its folder: `neon["neon_vld_4xf32"]`, `neon.neon_vld_4xf32`, or the bare name.
/// The last one given is also `hw`; `hw.load` is its first instruction with that role, `hw.memory` its first register
/// memory, `hw.lanes` how many f32 such a register holds: with these one schedule fits several targets.
struct Library {
  std::string name;
  syntax::Module module;
};

/// What a schedule may name.
struct Inputs {
  std::vector<Proc> procs;  ///< of the program, in order; `p` starts as the last one
  std::vector<ir::MemoryRef> memories;
  std::vector<ir::ConfigRef> configs;
  std::vector<Library> libraries;
  std::map<std::string, std::string> settings;  ///< `--set name=value`: numbers and strings
};

/// Carries out a schedule file: straight-line assignments and calls of primitives. Returns what `p` is at the end.
/// Errors name the line of the schedule. Throws InputError (unknown name, wrong kind of value) or SchedulingError.
Proc evaluate(const syntax::Schedule&, const Inputs&, const ContextRef&);

}  // namespace tessera::script
