// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "fuzz/forwarding.hpp"

namespace tessera::test {

using fuzz::tagged;
using fuzz::wrong_forwards;

struct Carried {
  int kept = 0, gone = 0;
};
/// Checks that cursors of every kind, on all nodes of all versions, come out the same on the last version whether they
/// are forwarded at once or version by version.
Carried check_composition(const Proc& last);

}  // namespace tessera::test
