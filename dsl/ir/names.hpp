// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <unordered_map>
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::ir {

/// The names that `print(procedure)` gives to its variables, for messages and C that agree with the text.
class Names {
 public:
  explicit Names(const Procedure&);
  /// Only of what is visible in front of a statement, or in so many from there on: what stands beside the way there is
  /// not walked. The way leads from list to list, into the given branch of the statement before.
  struct Turn {
    Branch branch;
    std::size_t index;
  };
  Names(const Procedure&, const std::vector<Turn>& way, std::size_t count);
  /// Of statements on their own: free variables keep their text.
  static Names of_fragment(const Block&);
  const std::string& of(Sym) const;

 private:
  Names() = default;
  std::unordered_map<Sym, std::string> names_;
};

}  // namespace tessera::ir
