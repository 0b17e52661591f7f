// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/rewrite/primitives.hpp"

// Halide's operations on loops and stages. A stage is a buffer and the loop nest that computes it; its consumer is the
// next nest. `tile` is in loops.hpp, `vectorize` in vectorize.hpp.
namespace tessera::schedules {

/// for i: s  -->  for outer: for inner: s, `factor` iterations of i in each of outer.
Proc split(const Proc&, const Place& loop, std::int64_t factor, const std::string& outer, const std::string& inner,
           Tail tail = Tail::guard);

/// The named loops of a perfect nest in this order, outermost first. Other loops keep their places.
Proc reorder(const Proc&, const std::vector<std::string>& loops);

Proc unroll(const Proc&, const Place& loop);
Proc parallel(const Proc&, const Place& loop);

/// Each iteration of the consumer's loop first computes what it reads of the buffer. What several iterations read is
/// computed by each of them. The buffer stays where it is and keeps its extents.
///   for i in seq(0, n + 2): rows[i] = f(i)   -->   for i in seq(0, n):
///   for i in seq(0, n): y[i] = …rows[i + 2]          for ii in seq(0, 3): rows[ii + i] = f(ii + i)
///                                                    y[i] = …rows[i + 2]
/// The loops around the given one get their share first, from the outermost on. SchedulingError "compute_at" when the
/// consumer's loop does not run along one dimension of the buffer, by a constant step, or not along any and the stage
/// is no nest of loops.
Proc compute_at(const Proc&, const std::string& buffer, const Place& loop);

/// Each iteration of the loop has its own buffer, as large as the iteration's uses. Code outside of the loop must not
/// use the buffer.
Proc store_at(const Proc&, const std::string& buffer, const Place& loop);

/// compute_at, then store_at the same loop.
Proc compute_and_store_at(const Proc&, const std::string& buffer, const Place& loop);

}  // namespace tessera::schedules
