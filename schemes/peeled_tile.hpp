// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>

#include "schemes/microkernel.hpp"

namespace tessera::schemes {

/// Nests one after the other, whose sums have no guard any more. The loops of each nest hold nothing but each other.
struct PeeledTile {
  Proc proc;
  std::vector<std::vector<Made>> nests;
};

/// Peels a register tile with a guarded sum, where the sums in the guard stand outside of the other loops
/// (peeling.hpp). A sum is cut where the results that have its terms change, and loops along the result to those
/// results; terms that no result has are dropped. Where loops around the tile decide which terms there are, the sums
/// they decide about stand outermost and keep an if. `sums`: names of the loops, these and others around them, that the
/// result does not depend on.
PeeledTile peel_tile(const Proc&, const std::vector<Made>& loops, const std::set<std::string>& sums);

}  // namespace tessera::schemes
