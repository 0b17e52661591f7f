// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>

#include "dsl/script/evaluate.hpp"
#include "dsl/script/recorded.hpp"

namespace tessera::script {

/// What decided the obligations of a history, and how long that took.
struct ProofCount {
  std::size_t affine = 0, z3 = 0, memo = 0;
  std::size_t disk = 0;  ///< those of memo that an earlier run decided
  double seconds = 0;
};
// Of the whole history: the procedure's own steps and those of the scheduled procedures that they take as arguments.
ProofCount count_proofs(const Proc&);
std::size_t count_steps(const Proc&);
/// In the order of the trace.
std::vector<VersionRef> steps_of(const Proc&);

/// The call of the step that made the version as a line of a schedule, on the variable `p`.
std::string call_text(const Version&);
/// The steps as a schedule: carrying it out on the same program gives the same procedure.
std::string trace_text(const Proc&);
/// The same as a file of its own: above the steps it names the program, the libraries, and the hashes of what it starts
/// from, of the steps and of the result. What files declare is named by file: `neon.neon_vld_4xf32`.
std::string trace_file(const Proc&, const Inputs&);
/// The same with the program and the libraries by these names: as seen from where the file will lie.
std::string trace_file(const Proc&, const Inputs&, const std::string& program,
                       const std::vector<std::string>& libraries);
/// The same with every proof: one JSON object (steps, their arguments, proofs with decider and time).
std::string trace_json(const Proc&, const Inputs&);

/// The same as data, with what files declare named by file.
struct TraceRecord {
  struct Step {
    std::string call;  ///< as a line of a schedule
    VersionRef made;
  };
  TraceHead head;
  std::vector<std::string> starts;  ///< the lines that name what the steps start from
  std::vector<Step> steps;
};
TraceRecord trace_record(const Proc&, const Inputs&);
/// The same as a C++ function `Proc schedule(const Proc& start, const HardwareLibrary& neon, …)`, for tessera.hpp.
std::string trace_cpp(const Proc&, const Inputs&);

/// Names a trace in 16 hexadecimal digits. Same steps with the same instructions on the same program, same hash.
std::string trace_hash(const Proc&);
/// Names a procedure, what it calls and the memories that they use, in 16 hexadecimal digits: all that its C depends
/// on.
std::string definition_hash(const ir::Procedure&);

// Of the procedure's own steps: each says what it leans on through its arguments.
/// What some step took as given (a condition, "primitive.S1", or a sentence), also for an instruction that is called;
/// empty for a schedule that is proved throughout.
std::vector<std::string> unsafe_conditions(const Proc&);
/// Steps of the whole history that change the order of a floating-point sum, as "3 reorder_loops".
std::vector<std::string> reassociating_steps(const Proc&);
/// What the result must equal: the procedure as written, with the arguments fixed that the schedule fixed (at whatever
/// step), where the asserts of the result hold. Made from the program alone, without the rewrites.
ir::Procedure reference(const Proc&);
/// What of a step is less than equality, in parentheses: reordered sums, fields left changed. "" for most steps.
std::string remarks(const StepRecord&);
/// Configuration fields ("Cfg.f") that the procedure may leave with other values than the one as written does.
std::set<std::string> changed_fields(const Proc&);

}  // namespace tessera::script
