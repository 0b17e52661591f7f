// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "dsl/ir/stmt.hpp"

// Buffers in a memory with `numbered`: C knows the number of each register alone, so numbers are chosen here.
namespace tessera::codegen {

/// The number of the first register of each such buffer of the procedure; the others of a buffer come after it, in
/// row-major order. Two buffers have a number in common only where one is no longer used: a buffer has its numbers from
/// the allocation to the last statement of its block that uses it. Where memories share registers, the k-th register of
/// one that takes w of the budget is numbers w k to w k + w - 1 of it.
///
/// Refuses (registers) where no numbers are left, for there is nothing to spill to; a parallel loop while a buffer has
/// numbers, for each thread has registers of its own; and a call of a procedure that uses the same numbers.
std::map<ir::Sym, std::int64_t> numbers_of_buffers(const ir::Procedure&);

/// The place of one register among those of a buffer with these extents around it.
std::int64_t place_in_buffer(const std::vector<std::int64_t>& extents, const std::vector<std::int64_t>& index);

}  // namespace tessera::codegen
