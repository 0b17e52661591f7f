// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>

#include "dsl/smt/formula.hpp"

namespace tessera::smt {

enum class Status { proved, refuted, unknown };
/// Who decided: the affine reasoning of linear.hpp, Z3, or an earlier answer of Z3 to the same question: one of this
/// run (memo) or one of an earlier run (disk).
enum class Decider { affine, z3, memo, disk };
const char* decider_name(Decider);

/// What is known of a question, whoever decided it.
struct Answer {
  Status status = Status::unknown;
  Decider decider = Decider::affine;
  /// Refuted: values that make the assumptions true and the goal false, checked by evaluation; of every variable of the
  /// formulas and of the definitions that they use. The solver's are as small as was cheap to find.
  Model model = {};
  std::string reason = "";  ///< unknown: why
  double seconds = 0;
  std::string origin = "";  ///< disk: what gave the answer then, as in `engine()`
  std::size_t number = 0;   ///< of the question among all of its solver, from 1
};

}  // namespace tessera::smt
