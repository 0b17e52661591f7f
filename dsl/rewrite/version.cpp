// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/version.hpp"

namespace tessera {

// One after the other: within one another, those of a long schedule would need more than the stack.
Version::~Version() {
  VersionRef last = std::move(parent);
  while (last && last.use_count() == 1) last = std::move(const_cast<Version&>(*last).parent);
}

}  // namespace tessera
