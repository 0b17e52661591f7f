#pragma once
#include <string>

#include "dsl/rewrite/proc.hpp"

namespace tessera::script {

/// What decided the obligations of a history, and how long that took.
struct ProofCount {
  std::size_t affine = 0, z3 = 0, memo = 0;
  double seconds = 0;
};
ProofCount count_proofs(const Proc&);

/// The steps as a schedule file: replaying it on the same program gives the same procedure.
std::string trace_text(const Proc&);
/// The same with every proof: one JSON object (steps, their arguments, proofs with decider and time).
std::string trace_json(const Proc&);
/// Names a trace in 16 hexadecimal digits. Same steps on the same program, same hash.
std::string trace_hash(const Proc&);
/// Conditions that some step took as given ("primitive.S1"); empty for a schedule that is proved throughout.
std::vector<std::string> unsafe_conditions(const Proc&);
/// Steps that change the order of a floating-point sum, as "3 reorder_loops".
std::vector<std::string> reassociating_steps(const Proc&);

}  // namespace tessera::script
