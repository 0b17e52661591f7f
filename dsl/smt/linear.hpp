// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/smt/formula.hpp"

namespace tessera::smt {

/// What the affine procedure found out about a set of formulas.
struct Verdict {
  enum class Kind {
    infeasible,  ///< no integer values make all formulas true
    satisfied,   ///< `model` does; it was checked by evaluation, derived variables as defined
    undecided,
  } kind = Kind::undecided;
  Model model;  ///< every variable of the formulas and of the definitions that they use
};

/// Decides without Z3 whether the assumptions and the denial (the negated goal) can be true together. Sound,
/// incomplete: products are known by a few facts only, and search is cut off where it gets long. Assumptions that share
/// no variable with the denial, even indirectly, are looked at only to complete a model.
Verdict decide(const std::vector<Formula>& assumptions, const Formula& denial, const Terms&);

}  // namespace tessera::smt
