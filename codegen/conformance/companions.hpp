// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "codegen/conformance/moves.hpp"
#include "codegen/conformance/setters.hpp"

namespace tessera::conformance {

/// Instructions of the library that the check of another one calls: before it those that set the machine's state, and
/// around it those that move its operands into registers and out of them.
struct Companions {
  Settings settings = {};
  Moves moves = {};  ///< of all memories of the library
};

/// The instruction, and all that are called for it, each once.
std::vector<ir::ProcRef> called_with(const ir::ProcRef&, const Companions&);

}  // namespace tessera::conformance
