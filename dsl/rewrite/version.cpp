// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/version.hpp"

namespace tessera {

// Iteratively: recursion over a long schedule would overflow the stack.
Version::~Version() {
  VersionRef last = std::move(parent);
  while (last && last.use_count() == 1) last = std::move(const_cast<Version&>(*last).parent);
}

}  // namespace tessera
