// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "dsl/analysis/lowering.hpp"

namespace tessera::analysis {

/// An affine form as an expression again. Its variables must be those of `sources` (lowered by the same lowering);
/// terms come in the order in which the sources mention them. Quotients are written `/`, remainders `%`. Nothing when a
/// variable stands for something that the sources do not show.
std::optional<ir::Expr> to_expr(Lowering&, const Affine&, std::span<const ir::Expr> sources);

/// The same function, through its canonical form, when that is no longer than the expression as it stands:
/// `4 * i + j - 4 * i` is `j`.
ir::Expr simplified(Lowering&, const ir::Expr&);

}  // namespace tessera::analysis
