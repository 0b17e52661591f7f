// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/smt/answer.hpp"

namespace tessera::smt {

/// Decides without Z3 whether the assumptions and the denial (the negated goal) are satisfiable: proved when they
/// contradict each other, refuted by a model of all of them. Sound, incomplete: it knows only a few facts about
/// products, and long searches are cut off. Assumptions that share no variable with the denial, even indirectly, only
/// serve to complete a model.
Answer decide(const std::vector<Formula>& assumptions, const Formula& denial, const Terms&);

}  // namespace tessera::smt
