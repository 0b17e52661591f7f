// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/analysis/lowering.hpp"
#include "dsl/interp/arguments.hpp"
#include "dsl/smt/formula.hpp"

namespace tessera::check {

/// The procedure's inputs in a model of its lowering: sizes, fields and strides; values missing in the model stay open,
/// or are 1.
interp::Inputs inputs(analysis::Lowering&, const ir::Procedure&, const smt::Model&);

}  // namespace tessera::check
