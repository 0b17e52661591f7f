// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::ir {

/// Two loops or two conditionals with equal headers and different bodies.
bool differ_inside(const Stmt& a, const Stmt& b);

/// The path to the innermost statement around all differences; empty where they lie in the outermost list. Off this
/// path both programs have the same nodes at the same places.
struct Turn {
  Branch branch;
  std::size_t index;
};
std::vector<Turn> around_change(const Block& before, const Block& after);

}  // namespace tessera::ir
