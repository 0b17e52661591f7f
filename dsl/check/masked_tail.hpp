// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "dsl/ir/stmt.hpp"

namespace tessera::check {

/// How a window that a procedure with a mask takes stays in its buffer: all that a window shows must be there, though
/// the mask leaves a part alone. "" for a procedure that asks nothing.
std::string masked_tail_hint(const ir::Procedure&);

}  // namespace tessera::check
