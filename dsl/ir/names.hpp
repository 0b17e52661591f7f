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
  /// Only the names visible in front of a statement, or of `count` statements from there on. Lists beside the path are
  /// not walked. The path leads from list to list, into the given branch of the statement before.
  struct Turn {
    Branch branch;
    std::size_t index;
  };
  Names(const Procedure&, const std::vector<Turn>& path, std::size_t count);
  /// Names for statements without their procedure: free variables keep their text.
  static Names of_fragment(const Block&);
  const std::string& of(Sym) const;

 private:
  Names() = default;
  std::unordered_map<Sym, std::string> names_;
};

}  // namespace tessera::ir
