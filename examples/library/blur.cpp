// SPDX-License-Identifier: Apache-2.0
#include "kernels.hpp"

namespace tessera::examples {

using namespace schedules;

// Each row of results first computes the three rows of means that it reads, into a buffer that stays in the cache.
Proc blur(const Proc& reference, const VectorTarget& t) {
  Proc p = compute_and_store_at(reference, "rows", "i #1");
  p = vectorize(p, "j", t, Leftover::scalar);     // of the means
  return vectorize(p, "j", t, Leftover::scalar);  // of the results
}

}  // namespace tessera::examples
