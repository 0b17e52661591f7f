// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/rewrite/primitive.hpp"

namespace tessera::fuzz {

/// Whether a place has the shape that a primitive looks for: a statement, a buffer, the first statement of a block, or
/// the statement before a gap. A hint for choices, no check: true where there is none to give.
bool is_plausible_target(const Primitive&, const Cursor&);

}  // namespace tessera::fuzz
