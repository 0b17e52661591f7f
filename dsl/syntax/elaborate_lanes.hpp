// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/syntax/elaborate.hpp"

namespace tessera::syntax {

/// `lanes VL in (4, 8, 16) as "svcntw()"`, before all other lines. A later memory may declare the same again.
void add_lanes(const Layout&, const Environment&, const ast::Memory&, ir::MemoryDecl&);

/// For the type of a register, which may be made of lanes: of the memory itself, or of an earlier one, which the memory
/// then has too.
Scope scope_of_lanes(const Environment&, const ast::Expr& form, ir::MemoryDecl&);

}  // namespace tessera::syntax
