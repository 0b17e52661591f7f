// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/rewrite/primitive.hpp"

namespace tessera::fuzz {

/// Whether a place has a shape that the primitive applies to: a statement, a buffer, the first statement of a block, or
/// the statement before a gap. A heuristic for choices, no check: true where unknown.
bool is_plausible_target(const Primitive&, const Cursor&);

}  // namespace tessera::fuzz
