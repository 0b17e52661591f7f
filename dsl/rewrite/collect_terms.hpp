// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "dsl/cursor/forward.hpp"

namespace tessera::rewrite {

/// Whether 0 <= e < bound is known at the place of the expression.
using InRange = std::function<bool(const ir::Expr& e, std::int64_t bound)>;

/// The second level of index simplification, syntactic: flattens sums, collects equal terms in order of first
/// occurrence with the constant last, multiplies literals out, resolves quotients and remainders of multiples (and of
/// expressions that are `in_range`). Keeps an expression that gets no shorter. Applies to every control expression in
/// `e`, and folds literal conditions; data arithmetic stays.
ir::Expr collect_terms(const ir::Expr& e, const InRange& in_range = {});

/// Whether an expression of `before` is at the same place in `after`, where the statements differ by collect_terms or
/// substitution: false if a node on the path has another shape.
bool expression_survives(const ir::Stmt& before, const ir::Stmt& after, const std::vector<int>& exprs);

/// Forwarding for a rewrite that keeps all statements in place and only changes their expressions in this way.
cursor::ForwardStep surviving_expressions(ir::ProcRef before, ir::ProcRef after);

}  // namespace tessera::rewrite
