// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_map>

#include "dsl/ir/stmt.hpp"

namespace tessera::ir {

/// The buffer or argument that a name is a window of, directly or through other windows; or the name itself. Two names
/// of a procedure may be at one element only where their roots are the same, or are arguments that may alias.
class AliasRoots {
 public:
  AliasRoots() = default;  ///< where there are no windows
  /// Of all window statements of the procedure, which declares each name once.
  explicit AliasRoots(const Procedure&);
  Sym of(Sym name) const;

 private:
  std::unordered_map<Sym, Sym> base_;  ///< of each window
};

}  // namespace tessera::ir
