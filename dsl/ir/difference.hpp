// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::ir {

/// Neighbouring statements of one list that replace others. Points into both programs.
struct Difference {
  std::vector<Sym> counters;         ///< of the loops around
  std::vector<Statements> in_front;  ///< of each enclosing list, outermost first, in the new program
  Statements before, after;
  Statements following;  ///< the rest of the list, in the new program

  /// Whether one of the enclosing loops or preceding statements binds it.
  bool is_visible(Sym) const;
};

/// All differences of two programs. Statements of the same identity are equal and are not walked, so the time depends
/// on the size of the change, not of the program. Outside of the differences both programs have the same statements in
/// the same lists.
std::vector<Difference> differences(const Block& before, const Block& after);

/// Both have the same arguments and assertions, by identity.
bool have_same_head(const Procedure&, const Procedure&);

}  // namespace tessera::ir
