// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "dsl/smt/formula.hpp"

namespace tessera::smt {

/// Every variable of the formulas and of the definitions of their derived variables, each once, operands before what
/// is derived from them, otherwise in order of occurrence.
std::vector<Var> closure(std::span<const Formula>, const Terms&);

/// Sets each derived variable of the list (operands first, as `closure` gives them) to the value that its definition
/// has in the model. May throw Overflow.
void derive(Model&, std::span<const Var>, const Terms&);

/// Whether the model makes all formulas true; an overflow counts as no.
bool holds(std::span<const Formula>, const Model&);

/// Brings plain variables nearer to zero, one or two at a time, those first in the list first, as long as all formulas
/// stay true.
void shrink(Model&, std::span<const Formula>, std::span<const Var>, const Terms&);

}  // namespace tessera::smt
