// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::ir {

/// Neighbouring statements of one list in the place of others. It points into both programs.
struct Difference {
  std::vector<Sym> counters;         ///< of the loops around
  std::vector<Statements> in_front;  ///< in each list around, outermost first, as they are after
  Statements before, after;
  Statements following;  ///< the rest of the list, as it is after

  /// What the statements around and in front bind.
  bool is_visible(Sym) const;
};

/// Where two programs differ. Statements of the same identity are the same: what a step leaves alone is not walked, so
/// this takes as long as the step changed much, not as long as the program is. Outside of what is given both programs
/// have the same statements in the same lists.
std::vector<Difference> differences(const Block& before, const Block& after);

/// Both have the same arguments and assertions, by identity.
bool have_same_head(const Procedure&, const Procedure&);

}  // namespace tessera::ir
