// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/analysis/lowering.hpp"
#include "dsl/smt/solver.hpp"

namespace tessera::analysis {

/// An operation is done in its type: `/` of integers is another one. R is any floating-point type until one is chosen;
/// that a callee takes what was chosen is asked by the step that chooses, and when C is written.
bool go_together(ir::Scalar, ir::Scalar);

/// What must hold for two blocks to be the same program: same statements and operators, `+` and `*` of data in either
/// operand order, named windows left out, with every pair of index expressions, bounds and conditions equal. One query
/// for each pair that is not equal as it stands. Nothing when the structure differs.
std::optional<std::vector<smt::Query>> same_program(Lowering&, const ir::Block& a, const ir::Block& b,
                                                    const std::vector<Formula>& facts);

}  // namespace tessera::analysis
