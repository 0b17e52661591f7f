// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

#include "dsl/ir/stmt.hpp"

namespace tessera::ir {

// Structural equality. Locations do not count; free variables are equal when they are the same Sym;
// binders correspond by position (equal up to renaming), so two copies of a loop are equal.
bool equal(const Expr&, const Expr&);
bool equal(const Stmt&, const Stmt&);
bool equal(const Block&, const Block&);
/// Same arguments, asserts and body up to renaming; names of the procedures do not count.
bool equal(const Procedure&, const Procedure&);

/// Equal trees have equal hashes. Stable between runs for closed procedures (binders are numbered, not named).
std::size_t hash(const Procedure&);

}  // namespace tessera::ir
