// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/smt/answer.hpp"

namespace tessera::smt {

/// Decides without Z3 whether the assumptions and the denial (the negated goal) can be true together: proved when they
/// contradict each other, refuted by a model of all of them. Sound, incomplete: products are known by a few facts only,
/// and search is cut off where it gets long. Assumptions that share no variable with the denial, even indirectly, are
/// looked at only to complete a model.
Answer decide(const std::vector<Formula>& assumptions, const Formula& denial, const Terms&);

}  // namespace tessera::smt
