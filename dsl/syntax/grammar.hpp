// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/syntax/ast.hpp"
#include "dsl/syntax/layout.hpp"

// The grammars. Each reads the whole layout or throws InputError (code "syntax"). The tree points into the layout.
namespace tessera::syntax::grammar {

ast::Module module(const Layout&);
/// The `extends` lines at the top of a module alone, whatever comes after them.
std::vector<ast::Extends> extends_lines(const Layout&);
ast::Expr expression(const Layout&);
ast::Pattern pattern(const Layout&);
ast::Schedule schedule(const Layout&);

}  // namespace tessera::syntax::grammar
