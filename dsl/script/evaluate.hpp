// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "dsl/rewrite/primitive.hpp"
#include "dsl/syntax/module.hpp"
#include "dsl/syntax/schedule.hpp"

namespace tessera::script {

/// A hardware library under the name of its folder: `neon["neon_vld_4xf32"]`, `neon.neon_vld_4xf32`, or the bare name.
/// The last library is also `hw`; `hw.load` is its first instruction with that role, `hw.memory` its first register
/// memory, `hw.lanes` the number of f32 in such a register: so one schedule fits several targets. `hw.f64`, or
/// `hw['f64']`, is the part for an element type (library_view.hpp): `hw.f64.load`, `hw.f64.lanes`.
struct Library {
  std::string name;
  syntax::Module module;                          ///< its own definitions, then those of its base
  std::string given = name;                       ///< its name or path on the command line
  std::shared_ptr<const Library> base = nullptr;  ///< the extended library, whose names a schedule may use too
};

/// The library's name as an identifier of a schedule: other characters than letters and digits become `_`.
std::string library_word(const std::string& name);

/// An operation of schedules made of primitives, which are the recorded steps: `p = scheme(p, …)`. `signature`: the
/// arguments after the procedure, "nest, text".
struct Operation {
  std::string signature;
  std::function<Proc(const Proc&, const rewrite::Values&)> apply;
};

/// The names of a schedule. Definitions of the program are also `program.NAME`, if another has the same name.
struct Inputs {
  std::string program;       ///< the file, as on the command line
  std::string program_text;  ///< its contents
  std::vector<Proc> procs;   ///< of the program, in order; `p` starts as the last one
  std::vector<ir::MemoryRef> memories;
  std::vector<ir::ConfigRef> configs;
  std::vector<Library> libraries;
  std::map<std::string, Operation> operations;
  std::map<std::string, std::string> settings;  ///< `--set name=value`: numbers and strings
  bool whole = true;       ///< false for the beginning of a schedule: the rest may use settings and steps
  bool any_start = false;  ///< for recorded traces, which name their first procedure: not always the last one
};

/// The number of lanes that a memory of the libraries or of the program declares; null without one.
const ir::Lanes* lanes_of(const Inputs&);

/// The progress of a schedule, for messages when it fails.
struct Progress {
  std::size_t done = 0;   ///< calls of primitives
  std::string primitive;  ///< the running one; "" between calls
  Proc program;           ///< its input, or the result of the last call
};

/// Executes a schedule file: straight-line assignments and calls of primitives. Returns the final `p`. Errors name the
/// place in the schedule. Throws InputError (unknown name, wrong kind of value, unused setting, a step without effect
/// on the result, a result that does not derive from the initial `p`) or SchedulingError.
Proc evaluate(const syntax::Schedule&, const Inputs&, const ContextRef&, Progress* = nullptr);

}  // namespace tessera::script
