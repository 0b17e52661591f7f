// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "schedules/vectorize.hpp"

namespace tessera::schedules {

/// Elements of the buffer in a line of the cache: what one prefetch brings.
std::int64_t elements_of_line(const Proc&, const std::string& buffer);

/// Calls the target's prefetch in front of the statement, for the first element of each of these windows ("A[i, 0:1]").
/// Nothing where the target has none.
Proc prefetch(Proc, const Cursor& statement, const std::vector<std::string>& windows, const VectorTarget&);

enum class Into { first, second };  ///< which cache

/// The same for what lies `elements` after the first element of the window, whether that is in the buffer or not.
Proc prefetch_ahead(Proc, const Cursor& statement, const std::string& window, const std::string& elements, Into cache,
                    const VectorTarget&);

/// The same in front of loops that copy an array's elements by vectors: prefetches what they read so many iterations of
/// the loop around them later. Where that loop is shorter, the distance is in iterations of the next loop around it
/// that take as long. `lanes` is the innermost copying loop, along a vector, and copies one element. Nothing is
/// prefetched where the loops around end by then, or read the same again. All of them have literal extents.
Proc prefetch_iterations_ahead(Proc, const Cursor& copies, const Cursor& lanes, std::int64_t iterations, Into cache,
                               const VectorTarget&);

/// In front of the same loops: prefetches the next block into L2, that is what they read in the next iteration of the
/// loop that chooses their block. The prefetches are spread over the iterations of the longest loop inside of it that
/// reads the block again. Nothing where there are no such loops, or where vectors of the block are not equally spaced.
Proc prefetch_next_block(Proc p, const Cursor& copies, const Cursor& lanes, const VectorTarget&);

/// The same for single elements that a register tile reads: `tile` is the outermost loop of it, `element` the read
/// inside. Elements of a line are one place, as far as the tile's loops say.
Proc prefetch_next_elements(Proc, const Cursor& tile, const Cursor& element, const VectorTarget&);

/// In front of the statement: prefetches each place of the buffer that a nest after it assigns, a vector at a time
/// along its innermost loop. All loops of the nest have literal extents.
Proc prefetch_written(Proc, const Cursor& nest, const std::string& buffer, const Cursor& statement,
                      const VectorTarget&);

}  // namespace tessera::schedules
