// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::codegen {

/// Where most registers of one budget are alive: of a memory, and of those that share its registers; or of a memory
/// that shares some, which are fewer (the accumulators on a part of the vector registers).
struct RegisterPeak {
  std::string budget;                 ///< the memory that says how many there are
  std::vector<std::string> memories;  ///< those with registers alive there, sorted
  std::int64_t alive = 0;
  int available = 0;
  std::string at;  ///< the buffer whose allocation makes so many
  SrcLoc loc;      ///< of the allocation
};

/// The peaks above what the machine has, of the procedure's own buffers. A buffer is alive from its allocation to the
/// last statement of the block that uses it. Its extents must be literals, as check_memories demands. Memories with
/// `numbered` have no peak: numbers_of_buffers refuses what does not fit.
std::vector<RegisterPeak> too_many_registers(const ir::Procedure&);

}  // namespace tessera::codegen
