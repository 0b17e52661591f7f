// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "dsl/analysis/access.hpp"

namespace tessera::analysis {

/// A range of indices into a list of accesses, both ends included.
struct AccessSpan {
  std::size_t from, to;
};

/// Reaching definitions. A write w can be the last one before a read r only when w lies in `writers_of[r]` and r in
/// `readers_of[w]`: otherwise a statement that surely runs between them writes the same elements as one of them.
struct Reach {
  std::vector<AccessSpan>
      writers_of;  ///< of a read: from the last write of its elements that surely runs before it, to the read
  std::vector<AccessSpan> readers_of;  ///< of a write: up to the next write of its elements that surely runs
};

/// For the accesses of one block, in program order. A compiler's reaching definitions, but by element: unrolled code
/// would otherwise have a pair for each write and each read of an element.
Reach reach(smt::Terms&, std::span<const Access>);

}  // namespace tessera::analysis
