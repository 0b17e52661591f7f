// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "schedules/vectorize.hpp"

namespace tessera::schedules {

/// The block works on a copy of the window in vector registers: loaded before, stored after if the block writes. The
/// window is in stage_mem's syntax, "C[4 * io : 4 * io + 4, 16 * jo : 16 * jo + 16]", or the name of a buffer: then all
/// that the block uses of it (see window_used). The length of its last interval is literal, and a multiple of the lanes
/// where the target has no masks; that dimension of the copy is split into vectors and lanes.
Proc stage_operand(const Proc&, const Place& block, const std::string& window, const std::string& name,
                   const VectorTarget&);

/// The same for a block that uses parts of vectors: each part has its own register.
Proc stage_in_parts(const Proc&, const Place& block, const std::string& window, const std::string& name,
                    std::int64_t part, const VectorTarget&);

/// For a block that only adds to the window: the copy starts at zero and is added back after the block, which reorders
/// the sums. The block does not wait for memory.
Proc stage_accumulator(const Proc&, const Place& block, const std::string& window, const std::string& name,
                       const VectorTarget&);

/// Puts a buffer with a literal last extent into vector registers: the extent is rounded up to whole vectors, and split
/// into them if there are several.
Proc in_whole_vectors(Proc, const Cursor& alloc, const VectorTarget&);

/// The region of a buffer that a block uses, as an interval along each dimension: the hull of all its indices and
/// windows, over the loops inside the block. In terms of the names in scope at the block; guards do not narrow it.
/// SchedulingError "stage" when two uses do not differ by a constant: then their order is unknown.
std::vector<ir::WindowDim> region_used(const Cursor& block, const std::string& buffer);
/// The same in stage_mem's syntax: "rows[i : i + 3, j]".
std::string window_used(const Cursor& block, const std::string& buffer);

}  // namespace tessera::schedules
