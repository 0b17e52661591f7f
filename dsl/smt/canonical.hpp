#pragma once
#include <string>

#include "dsl/smt/formula.hpp"

namespace tessera::smt {

/// A question with its variables numbered in order of occurrence: questions with the same text have the same answer,
/// and the model of one is a model of the other, variable by variable.
struct Canonical {
  std::string text;
  std::vector<Var> variables;  ///< by number
};

Canonical canonical(const std::vector<Formula>& assumptions, const Formula& goal, const Terms&);

}  // namespace tessera::smt
