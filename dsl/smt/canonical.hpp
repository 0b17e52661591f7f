// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "dsl/smt/formula.hpp"

namespace tessera::smt {

/// To be raised whenever the text below, or its meaning, changes: cached answers of another form are ignored.
constexpr int canonical_form = 1;

/// A query with variables numbered in order of occurrence: queries with the same text have the same answer, and each
/// other's models, variable by variable.
struct Canonical {
  std::string text;
  std::vector<Var> variables;  ///< by number
};

Canonical canonical(const std::vector<Formula>& assumptions, const Formula& goal, const Terms&);

}  // namespace tessera::smt
