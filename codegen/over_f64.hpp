// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "dsl/ir/stmt.hpp"

namespace tessera::codegen {

/// Which numbers become f64.
enum class Widened { all, floats };

using OfExpr = std::function<ir::Expr(const ir::Expr&)>;
/// What becomes of a statement of that procedure.
using OfStmt = std::function<ir::Stmt(const ir::Stmt&, const ir::Procedure&)>;

/// The same loops, in order, over f64 in plain memory: `of_expr` says what an expression becomes, its types among it,
/// then `of_stmt` what a statement does. In what it calls too, which are plain procedures then. Asserts are gone: a
/// fixed stride is not that of other data.
ir::Procedure over_f64(const ir::Procedure&, Widened, const OfExpr& of_expr, const OfStmt& of_stmt);

}  // namespace tessera::codegen
