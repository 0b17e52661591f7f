// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "dsl/smt/formula.hpp"

namespace tessera::smt {

/// Every variable of the formulas and of the definitions of their derived variables, each once, operands before derived
/// variables, otherwise in order of occurrence.
std::vector<Var> closure(std::span<const Formula>, const Terms&);

/// Sets each derived variable of the list (operands first, as in `closure`) to the value of its definition in the
/// model. May throw Overflow.
void derive(Model&, std::span<const Var>, const Terms&);

/// Whether the model makes all formulas true; an overflow counts as no.
bool holds(std::span<const Formula>, const Model&);

/// Moves plain variables towards zero, one or two at a time, the first in the list first, while all formulas stay true.
void shrink(Model&, std::span<const Formula>, std::span<const Var>, const Terms&);

}  // namespace tessera::smt
