// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <utility>
#include <vector>

#include "dsl/syntax/expr.hpp"

// Nodes of expressions, within the limits on their depth. Each function throws Refusal (rules.hpp) beyond these.
namespace tessera::syntax::grammar {

ast::Expr make(ast::Expr::Kind, std::vector<ast::Expr> items, const char* at);
ast::Expr make(ast::Expr::Kind, ast::Expr item, const char* at);
/// To be called when items were added.
void set_depth(ast::Expr&);

/// A binary operator and what follows it.
using Operation = std::pair<ir::BinOp, ast::Expr>;
/// Operators of one precedence are taken from left to right; a < b <= c is a < b and b <= c.
ast::Expr folded(ast::Expr first, std::vector<Operation> rest);

}  // namespace tessera::syntax::grammar
