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
/// The last one given is also `hw`; `hw.load` is its first instruction with that role, `hw.memory` its first register
/// memory, `hw.lanes` how many f32 such a register holds: with these one schedule fits several targets. `hw.f64`, or
/// `hw['f64']`, is what the library has of that element type (library_view.hpp): `hw.f64.load`, `hw.f64.lanes`.
struct Library {
  std::string name;
  syntax::Module module;                          ///< its own definitions, then those of the library that it extends
  std::string given = name;                       ///< the name or path by which it was given
  std::shared_ptr<const Library> base = nullptr;  ///< the one that it extends, whose names a schedule may use too
};

/// The library's name as a schedule writes it: other characters than letters and digits become `_`.
std::string library_word(const std::string& name);

/// What a schedule may call besides the primitives: `p = scheme(p, …)`. It is made of primitives, and these are the
/// steps that the history has. `signature` tells the arguments after the procedure: "nest, text".
struct Operation {
  std::string signature;
  std::function<Proc(const Proc&, const rewrite::Values&)> apply;
};

/// What a schedule may name. What the program declares is also `program.NAME`, whatever else has that name.
struct Inputs {
  std::string program;       ///< the file, as it was given
  std::string program_text;  ///< what was read of it
  std::vector<Proc> procs;   ///< of the program, in order; `p` starts as the last one
  std::vector<ir::MemoryRef> memories;
  std::vector<ir::ConfigRef> configs;
  std::vector<Library> libraries;
  std::map<std::string, Operation> operations;
  std::map<std::string, std::string> settings;  ///< `--set name=value`: numbers and strings
  bool whole = true;       ///< false for the beginning of a schedule: settings and steps may be for what comes after
  bool any_start = false;  ///< a recorded trace names the procedure that it starts from: it need not be the last one
};

/// How far a schedule has come, for what is said when it goes no further.
struct Progress {
  std::size_t done = 0;   ///< calls of primitives
  std::string primitive;  ///< what is being called; "" between calls
  Proc program;           ///< what it is called on, or what the last call gave
};

/// Carries out a schedule file: straight-line assignments and calls of primitives. Returns what `p` is at the end.
/// Errors name the place in the schedule. Throws InputError (unknown name, wrong kind of value, a setting that nobody
/// uses, a step that the result does not come from, a result that does not come from what `p` started as) or
/// SchedulingError.
Proc evaluate(const syntax::Schedule&, const Inputs&, const ContextRef&, Progress* = nullptr);

}  // namespace tessera::script
