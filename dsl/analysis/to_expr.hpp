// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "dsl/analysis/lowering.hpp"

namespace tessera::analysis {

/// Converts an affine form to an expression. Its variables must be those of `sources` (lowered by the same lowering);
/// terms come in order of first occurrence in the sources. Quotients are written `/`, remainders `%`. Nothing when a
/// variable has no counterpart in the sources.
std::optional<ir::Expr> to_expr(Lowering&, const Affine&, std::span<const ir::Expr> sources);

/// The third level of index simplification, semantic: converts `e` to its affine form under the lowering and back, so
/// that terms cancel that are equal there, however written. Gives `e` where the result is longer.
ir::Expr simplify_affine(Lowering&, const ir::Expr&);

}  // namespace tessera::analysis
