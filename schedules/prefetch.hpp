// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "schedules/vectorize.hpp"

namespace tessera::schedules {

/// Elements of the buffer in a cache line: the data of one prefetch.
std::int64_t elements_of_line(const Proc&, const std::string& buffer);

/// Calls the target's prefetch in front of the statement, for the first element of each of these windows ("A[i, 0:1]").
/// Does nothing without such an instruction.
Proc prefetch(Proc, const Cursor& statement, const std::vector<std::string>& windows, const VectorTarget&);

enum class Into { first, second };  ///< which cache

/// The same `elements` after the first element of the window, inside of the buffer or not.
Proc prefetch_ahead(Proc, const Cursor& statement, const std::string& window, const std::string& elements, Into cache,
                    const VectorTarget&);

/// The same in front of loops that copy an array by vectors: prefetches their reads `iterations` of the loop around
/// them ahead. Where that loop is shorter, the distance becomes iterations of the next outer loop with the same
/// duration. `lanes` is the innermost copying loop, along a vector, and copies one element. No prefetch where the loops
/// end by then, or read the same data again. All have literal extents.
Proc prefetch_iterations_ahead(Proc, const Cursor& copies, const Cursor& lanes, std::int64_t iterations, Into cache,
                               const VectorTarget&);

/// In front of the same loops: prefetches the next block into L2, their reads in the next iteration of the loop that
/// selects the block. The prefetches are spread over the longest inner loop that reads the block again. Does nothing
/// without such loops, or where vectors of the block are not equally spaced.
Proc prefetch_next_block(Proc p, const Cursor& copies, const Cursor& lanes, const VectorTarget&);

/// The same for single elements that a register tile reads: `tile` is its outermost loop, `element` the read inside.
/// Elements of a line count once, as far as the tile's loops show.
Proc prefetch_next_elements(Proc, const Cursor& tile, const Cursor& element, const VectorTarget&);

/// In front of the statement: prefetches each place of the buffer that a nest after it assigns, a vector at a time
/// along its innermost loop. All loops of the nest have literal extents.
Proc prefetch_written(Proc, const Cursor& nest, const std::string& buffer, const Cursor& statement,
                      const VectorTarget&);

}  // namespace tessera::schedules
