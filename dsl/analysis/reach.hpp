// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "dsl/analysis/access.hpp"

namespace tessera::analysis {

/// Positions in a list of accesses, both included.
struct AccessSpan {
  std::size_t from, to;
};

/// How far a value may go. A write by `w` can be the last one before a read by `r` only when w lies in
/// `writers_of[r]` and r in `readers_of[w]`: else a statement that surely runs between the two writes the same elements
/// as one of them.
struct Reach {
  std::vector<AccessSpan>
      writers_of;  ///< of a read: from the write of its elements that surely runs before it, to the read
  std::vector<AccessSpan> readers_of;  ///< of a write: up to the next one of the same elements that surely runs
};

/// For the accesses of one block, in program order. As in the reaching definitions of a compiler, but in elements:
/// unrolled code would have a pair for each write and each read of an element that it comes back to.
Reach reach(smt::Terms&, std::span<const Access>);

}  // namespace tessera::analysis
