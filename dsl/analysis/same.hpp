// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/analysis/lowering.hpp"
#include "dsl/smt/solver.hpp"

namespace tessera::analysis {

/// Whether an operation is the same in both types: `/` of integers is another one. R is any floating-point type until
/// one is chosen; the choosing step, and code generation, check the types of callees.
bool go_together(ir::Scalar, ir::Scalar);

/// The conditions under which two blocks are the same program: same statements and operators, `+` and `*` of data in
/// either operand order, named windows left out, and equal index expressions, bounds and conditions. One query for each
/// pair of these that is not structurally equal. Nothing when the rest differs.
std::optional<std::vector<smt::Query>> same_program(Lowering&, const ir::Block& a, const ir::Block& b,
                                                    const std::vector<Formula>& facts);

}  // namespace tessera::analysis
