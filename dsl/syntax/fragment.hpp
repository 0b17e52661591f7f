// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "dsl/ir/expr.hpp"
#include "dsl/syntax/scope.hpp"

// Fragments of the object language inside a procedure, as arguments of scheduling steps.
// Errors are InputErrors whose file is "<argument>".
namespace tessera::syntax {

/// A control expression, or a data expression over the buffers in scope. A data literal on its own has type R.
ir::Expr parse_expr(std::string_view text, const Scope&);
/// The same of an assert, which may also be `aligned(A, 64)`.
ir::Expr parse_assert(std::string_view text, const Scope&);
/// `A[i, 0:4]` as a WindowExpr; all indices may be points. A name alone is the whole buffer.
ir::Expr parse_window(std::string_view text, const Scope&);

}  // namespace tessera::syntax
