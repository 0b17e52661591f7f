// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "schedules/vectorize.hpp"

namespace tessera::schedules {

/// The block works on a copy of the window in vector registers: loaded before, stored after if the block writes.
/// The window is as stage_mem takes it, "C[4 * io : 4 * io + 4, 16 * jo : 16 * jo + 16]", or the name of a buffer: then
/// all that the block uses of it (see window_used). The length of its last interval is literal, and a multiple of the
/// lanes where the target has no masks; that dimension of the copy is split into vectors and lanes.
Proc stage_operand(const Proc&, const Place& block, const std::string& window, const std::string& name,
                   const VectorTarget&);

/// The same where the block uses so many elements at a time, a part of a vector: each part has a register of its own.
Proc stage_in_parts(const Proc&, const Place& block, const std::string& window, const std::string& name,
                    std::int64_t part, const VectorTarget&);

/// For a block that only adds to the window: the copy starts as zeros and is added back after the block, which changes
/// the order of the sums. The block does not wait for the memory.
Proc stage_accumulator(const Proc&, const Place& block, const std::string& window, const std::string& name,
                       const VectorTarget&);

/// A buffer whose last extent is literal in vector registers: the extent becomes whole vectors, and is split into them
/// where there are several.
Proc in_whole_vectors(Proc, const Cursor& alloc, const VectorTarget&);

/// From the first element along a dimension to the one after the last.
struct Interval {
  ir::Expr lo, hi;
};
/// What a block uses of a buffer, along each dimension: all its indices and windows, over the loops inside the block.
/// In terms of what is in scope at the block; guards do not narrow it. SchedulingError "stage" when two uses do not
/// differ by a constant: which one comes first is not known then.
std::vector<Interval> region_used(const Cursor& block, const std::string& buffer);
/// The same as text that stage_mem takes: "rows[i : i + 3, j]".
std::string window_used(const Cursor& block, const std::string& buffer);

}  // namespace tessera::schedules
