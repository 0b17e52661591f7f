// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "dsl/ir/stmt.hpp"

namespace tessera::codegen {

/// The numbers that become f64.
enum class Widened { all, floats };

using OfExpr = std::function<ir::Expr(const ir::Expr&)>;
/// The new statement for one of that procedure.
using OfStmt = std::function<ir::Stmt(const ir::Stmt&, const ir::Procedure&)>;

/// The procedure with the same loops, in order, over f64 in plain memory: `of_expr` replaces expressions with their
/// types, then `of_stmt` statements. Callees too, which become plain procedures. Drops asserts: fixed strides are those
/// of other data.
ir::Procedure over_f64(const ir::Procedure&, Widened, const OfExpr& of_expr, const OfStmt& of_stmt);

}  // namespace tessera::codegen
