// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>

#include "schemes/microkernel.hpp"

namespace tessera::schemes {

/// Consecutive nests without a guard. The loops of each are perfectly nested.
struct PeeledTile {
  Proc proc;
  std::vector<std::vector<Made>> nests;
};

/// Peels a register tile with a guarded sum, where the guarded sums stand outside of the other loops (peeling.hpp). A
/// sum is cut where the set of its results changes, and loops along the result to that set; terms without a result are
/// dropped. Where loops around the tile decide about terms, the sums concerned stand outermost and keep an if. `sums`:
/// names of the loops, these and outer ones, that the result does not depend on.
PeeledTile peel_tile(const Proc&, const std::vector<Made>& loops, const std::set<std::string>& sums);

}  // namespace tessera::schemes
