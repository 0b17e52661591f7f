// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>

#include "dsl/smt/formula.hpp"

namespace tessera::smt {

enum class Status { proved, refuted, unknown };
/// Who decided: affine reasoning (linear.hpp), Z3, or Z3's earlier answer to the same question, in this run (memo) or
/// an earlier one (disk).
enum class Decider { affine, z3, memo, disk };
const char* decider_name(Decider);

/// The answer to a query, whoever decided it.
struct Answer {
  Status status = Status::unknown;
  Decider decider = Decider::affine;
  /// Refuted: values of all variables of the formulas and of their definitions that make the assumptions true and the
  /// goal false, checked by evaluation. Z3's are shrunk as far as is cheap.
  Model model = {};
  std::string reason = "";  ///< of an unknown answer
  double seconds = 0;
  std::string origin = "";  ///< disk: the engine that gave the answer, as in `engine()`
  std::size_t number = 0;   ///< serial number of the query in its solver, from 1
};

}  // namespace tessera::smt
