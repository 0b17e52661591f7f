// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "dsl/cursor/forward.hpp"

namespace tessera::rewrite {

/// Whether 0 <= e < bound wherever the expression stands; false when that is not known.
using InRange = std::function<bool(const ir::Expr& e, std::int64_t bound)>;

/// The same value, shorter: sums are flattened, equal terms collected in order of first occurrence with the constant
/// last, literals folded and multiplied out, quotients and remainders of multiples resolved (those of known range if
/// `in_range` says so). An expression that gets no shorter stays as it is written. Applies to every control expression
/// inside `e`; data arithmetic is not touched. Comparisons of literals, `and` and `or` with a known side are folded.
ir::Expr tidy(const ir::Expr& e, const InRange& in_range = {});

/// Where an expression of `before` is in `after`, two statements that differ by `tidy` or substitution: nothing once an
/// expression on the way has another shape.
bool expression_survives(const ir::Stmt& before, const ir::Stmt& after, const std::vector<int>& exprs);

/// For a rewrite that keeps every statement at its place and only does such things to their expressions.
cursor::ForwardStep surviving_expressions(ir::ProcRef before, ir::ProcRef after);

}  // namespace tessera::rewrite
