// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <unordered_map>

#include "dsl/script/evaluate.hpp"

namespace tessera::script {

/// `program.conv`; without a library a variable of the trace, or what needs none.
struct TraceName {
  std::string library, name;
  std::string text() const { return library.empty() ? name : library + "." + name; }
  bool operator==(const TraceName&) const = default;
};

/// One line of a trace. A procedure as written: `target = source`. A step: `target, made… = primitive(subject, args…)`.
struct TraceLine {
  VersionRef version;
  std::string target;             ///< the variable that holds the procedure after this line
  std::vector<std::string> made;  ///< variables for what the step made, when that is used
  TraceName source;
  std::string subject;  ///< the variable that the step is called on
  RecordedArguments args;

  bool is_step() const { return version->parent != nullptr; }
};

/// A procedure as written that a history starts from or leans on.
struct TraceRoot {
  ir::ProcRef ir;
  TraceName source;
};

/// Everything that led to a procedure: its own steps and those of each procedure that they take as an argument or that
/// they made, each after what it needs. The last line leaves the procedure in `p`.
struct Trace {
  std::vector<TraceRoot> roots;  ///< in the order in which they are needed
  std::vector<TraceLine> lines;
  /// Of the procedures (by their versions), memories and configurations among the arguments.
  std::unordered_map<const void*, TraceName> names;

  template <class Ref> const TraceName& name_of(const Ref& shared) const { return names.at(shared.get()); }
};

/// As a schedule file writes it.
std::string text_of(const Trace&, const TraceLine&);
std::string text_of(const Trace&);

/// With `inputs`, what the program and the libraries declare is written `program.conv` and `neon.neon_vld_4xf32`;
/// without, by its bare name.
Trace trace_of(const Proc&, const Inputs* inputs = nullptr);

/// All versions that a procedure came from, itself among them: by its own steps, and by those of the procedures that
/// these take as arguments or that they made.
std::set<const Version*> versions_leading_to(const Proc&);

}  // namespace tessera::script
