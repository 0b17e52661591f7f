// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::report {

/// Vectors of one register memory at the place of highest use.
struct RegisterUse {
  std::string memory;
  std::optional<int> available;  ///< the memory's `registers N`
  std::int64_t allocated = 0;    ///< in buffers in scope
  std::int64_t live = 0;         ///< in buffers between their first and last use, by statements of their block
  bool exact = true;             ///< false: a buffer of unknown extent is not counted
};

/// Of the procedure and its callees (instructions hold no registers of their own); in order of first use.
std::vector<RegisterUse> register_use(const ir::Procedure&);

}  // namespace tessera::report
