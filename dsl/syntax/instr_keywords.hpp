// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "dsl/syntax/ast.hpp"

namespace tessera::syntax {

/// A keyword of `@instr("C template", …)`. The list is closed: a word that nothing reads would be a misspelt one.
struct InstrKeyword {
  const char* word;
  const char* form;       ///< what it is: "a whole number, as in scratch=0"
  const char* meaning;    ///< a sentence
  const char* otherwise;  ///< what holds without it: after "without it "
  /// The text that is kept of a fact; nothing for a value of another form. Null for `header`, `flags` and `feature`.
  std::optional<std::string> (*fact)(const ast::Expr&);
};
const std::vector<InstrKeyword>& instr_keywords();

/// Null when there is none.
const InstrKeyword* instr_keyword(const std::string& word);

}  // namespace tessera::syntax
