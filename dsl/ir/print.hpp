// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "dsl/ir/names.hpp"

namespace tessera::ir {

// The surface syntax. parse ∘ print is the identity (up to renaming). Names that are shared by several variables in
// scope get a suffix (i, i_1, i_2, …), so that the text means the same program.
std::string print(const Procedure&);
std::string print(const MemoryDecl&);
std::string print(const ConfigDecl&);
/// A fragment on its own; free variables print by their text.
std::string print(const Expr&);
std::string print(const Stmt&, int indent = 0);
std::string print(const Block&, int indent = 0);
std::string print(const Type&);

/// A fragment of the procedure that `names` was made for.
std::string print(const Expr&, const Names&);
std::string print(const Stmt&, const Names&, int indent = 0);

}  // namespace tessera::ir
