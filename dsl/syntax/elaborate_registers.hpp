// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "dsl/syntax/elaborate.hpp"

namespace tessera::syntax {

/// The line of a memory that begins with this word, if there is one. Two are an error.
const ast::Property* only_property(const Layout&, const ast::Memory&, const std::string& word);

/// `holds f32[4] as float32x4_t`, or `f32[4, 4] as __vector_quad`.
void add_holding(const Layout&, const Environment&, const ast::Expr& form, const ast::Expr& c_type, ir::MemoryDecl&);
/// `shares OTHER`, after all other lines.
void add_sharing(const Layout&, const Environment&, const ast::Memory&, ir::MemoryDecl&);
/// `variables` and `initial "C"`, after all lines with `holds`.
void add_variables(const Layout&, const ast::Memory&, ir::MemoryDecl&);
/// `numbered`, after all other lines.
void add_numbers(const Layout&, const ast::Memory&, ir::MemoryDecl&);

}  // namespace tessera::syntax
