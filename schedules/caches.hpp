// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace tessera::schedules {

/// Sizes of the caches of a core, in bytes.
struct Caches {
  std::int64_t l1 = 32 * 1024, l2 = 512 * 1024;
  std::int64_t l3 = 16 * 1024 * 1024;  ///< 0: none
};

}  // namespace tessera::schedules
