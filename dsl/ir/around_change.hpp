// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::ir {

/// Loops or conditionals that differ in what they hold, and in nothing else.
bool differ_inside(const Stmt& a, const Stmt& b);

/// From list to list into the innermost statement that holds all that differs; empty where that is the outermost list.
/// Beside the way both programs have the same nodes at the same places.
struct Turn {
  Branch branch;
  std::size_t index;
};
std::vector<Turn> around_change(const Block& before, const Block& after);

}  // namespace tessera::ir
