// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_map>

#include "dsl/ir/stmt.hpp"

namespace tessera::ir {

/// The buffer or argument of a name: the one that it is a window of, directly or through other windows; else the
/// name itself. Two names may alias only where their roots are equal, or are arguments that may alias.
class AliasRoots {
 public:
  AliasRoots() = default;  ///< without windows
  /// From all window statements of the procedure, which declares each name once.
  explicit AliasRoots(const Procedure&);
  Sym of(Sym name) const;

 private:
  std::unordered_map<Sym, Sym> base_;  ///< window to its base
};

}  // namespace tessera::ir
