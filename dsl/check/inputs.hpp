// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/analysis/lowering.hpp"
#include "dsl/interp/arguments.hpp"
#include "dsl/smt/formula.hpp"

namespace tessera::check {

/// The inputs of the procedure in a model of what its lowering made: sizes, fields and strides; what the model leaves
/// open is left open, or 1.
interp::Inputs inputs(analysis::Lowering&, const ir::Procedure&, const smt::Model&);

}  // namespace tessera::check
