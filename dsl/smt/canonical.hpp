// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "dsl/smt/formula.hpp"

namespace tessera::smt {

/// Goes up whenever the text below, or what it means, changes: answers that were kept for another form are not used.
constexpr int canonical_form = 1;

/// A question with its variables numbered in order of occurrence: questions with the same text have the same answer,
/// and the model of one is a model of the other, variable by variable.
struct Canonical {
  std::string text;
  std::vector<Var> variables;  ///< by number
};

Canonical canonical(const std::vector<Formula>& assumptions, const Formula& goal, const Terms&);

}  // namespace tessera::smt
