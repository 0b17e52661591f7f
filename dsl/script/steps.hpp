// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <unordered_map>

#include "dsl/script/evaluate.hpp"

namespace tessera::script {

/// `program.conv`; without a library a variable of the trace, or a unique name.
struct TraceName {
  std::string library, name;
  std::string text() const { return library.empty() ? name : library + "." + name; }
  bool operator==(const TraceName&) const = default;
};

/// One line of a trace. A procedure as written: `target = source`. A step: `target, made… = primitive(subject, args…)`.
struct TraceLine {
  VersionRef version;
  std::string target;             ///< the variable for the procedure after this line
  std::vector<std::string> made;  ///< variables for further results of the step, if used
  TraceName source;
  std::string subject;  ///< the variable of the step's input
  RecordedArguments args;

  bool is_step() const { return version->parent != nullptr; }
};

/// A procedure as written at the start of a history, or of one of its arguments.
struct TraceRoot {
  ir::ProcRef ir;
  TraceName source;
};

/// The complete history of a procedure: its own steps and those of each procedure that is an argument or a further
/// result of a step, in order of dependence. The last line leaves the procedure in `p`.
struct Trace {
  std::vector<TraceRoot> roots;  ///< in order of use
  std::vector<TraceLine> lines;
  /// The names of procedures (by version), memories and configurations among the arguments.
  std::unordered_map<const void*, TraceName> names;

  template <class Ref> const TraceName& name_of(const Ref& shared) const { return names.at(shared.get()); }
};

/// In schedule syntax.
std::string text_of(const Trace&, const TraceLine&);
std::string text_of(const Trace&);

/// With `inputs`, definitions of the program and the libraries are written `program.conv` and `neon.neon_vld_4xf32`;
/// without, by their bare names.
Trace trace_of(const Proc&, const Inputs* inputs = nullptr);

/// All versions in the history of a procedure, itself included: by its own steps, and by those of procedures that are
/// arguments or further results of these.
std::set<const Version*> versions_leading_to(const Proc&);

}  // namespace tessera::script
