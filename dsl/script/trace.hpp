// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>

#include "dsl/script/evaluate.hpp"
#include "dsl/script/recorded.hpp"

namespace tessera::script {

/// Deciders of a history's obligations, and the time taken.
struct ProofCount {
  std::size_t affine = 0, z3 = 0, memo = 0;
  std::size_t disk = 0;  ///< the part of memo decided by an earlier run
  double seconds = 0;
};
// Of the whole history: the procedure's own steps and those of its scheduled procedure arguments.
ProofCount count_proofs(const Proc&);
std::size_t count_steps(const Proc&);
/// In the order of the trace.
std::vector<VersionRef> steps_of(const Proc&);

/// The step that made the version as a line of a schedule, on the variable `p`.
std::string call_text(const Version&);
/// The steps as a schedule: executed on the same program, it gives the same procedure.
std::string trace_text(const Proc&);
/// The same as a file: its head names the program, the libraries, and the hashes of the starting procedures, of the
/// steps and of the result. Definitions are named by file: `neon.neon_vld_4xf32`.
std::string trace_file(const Proc&, const Inputs&);
/// The same with these names of program and libraries: relative to the file's future place.
std::string trace_file(const Proc&, const Inputs&, const std::string& program,
                       const std::vector<std::string>& libraries);
/// The same with every proof: one JSON object (steps, their arguments, proofs with decider and time).
std::string trace_json(const Proc&, const Inputs&);

/// The same as data; definitions are named by file.
struct TraceRecord {
  struct Step {
    std::string call;  ///< as a line of a schedule
    VersionRef made;
  };
  TraceHead head;
  std::vector<std::string> starts;  ///< lines that name the starting procedures
  std::vector<Step> steps;
};
TraceRecord trace_record(const Proc&, const Inputs&);
/// The same as a C++ function `Proc schedule(const Proc& start, const HardwareLibrary& neon, …)`, for tessera.hpp.
std::string trace_cpp(const Proc&, const Inputs&);

/// A hash of a trace, in 16 hexadecimal digits: of its steps, instructions and program.
std::string trace_hash(const Proc&);
/// A hash of a procedure, its callees and their memories, in 16 hexadecimal digits: of everything that its C depends
/// on.
std::string definition_hash(const ir::Procedure&);

// Of the procedure's own steps: each includes the assumptions of its arguments.
/// Assumed conditions ("primitive.S1", or a sentence), also those of called instructions; empty for a schedule that is
/// proved throughout.
std::vector<std::string> unsafe_conditions(const Proc&);
/// Steps of the whole history that change the order of a floating-point sum, as "3 reorder_loops".
std::vector<std::string> reassociating_steps(const Proc&);
/// The specification of the result: the procedure as written, with the schedule's fixed arguments (from any step),
/// under the asserts of the result. Made from the program alone, without the rewrites.
ir::Procedure reference(const Proc&);
/// The step's exceptions from equality, in parentheses: reordered sums, changed fields. "" for most steps.
std::string remarks(const StepRecord&);
/// Configuration fields ("Cfg.f") whose final value may differ from the procedure as written.
std::set<std::string> changed_fields(const Proc&);

}  // namespace tessera::script
