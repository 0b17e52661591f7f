// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "audit/assembly.hpp"
#include "audit/classify.hpp"

namespace tessera::audit {

/// Instructions that run one after the other: [first, last).
struct Block {
  std::size_t first, last;
  std::vector<std::size_t> next, before;  ///< blocks
};

/// The blocks of a function, and where each may go on. What an indirect jump, or one out of the function, goes to is
/// not known: it ends there.
struct Flow {
  std::vector<Block> blocks;
};
Flow flow_of(const Function&, const std::vector<Classified>&);

/// Blocks in the order of the text; the header is where the loop is entered.
struct Loop {
  std::vector<std::size_t> blocks;
  std::size_t header;
};

/// The loops without a loop in them, in the order of the text. Where blocks stand in the text does not count: a part of
/// a loop may come after the function's return.
std::vector<Loop> innermost_loops(const Flow&);

}  // namespace tessera::audit
