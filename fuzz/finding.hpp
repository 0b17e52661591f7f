// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace tessera::fuzz {

/// Something that should not be.
struct Finding {
  /// value, bounds, printed, replay, forward, dead, unwritten, asserts, lost, c, bug, crash, hang: what was noticed.
  std::string kind;
  std::string primitive;  ///< of the last step; "" where it was no step
  std::string message;
  std::string program, schedule;  ///< show it again
  /// A smaller input shows the same when it fails in the same way.
  bool same_way(const Finding& other) const { return kind == other.kind && primitive == other.primitive; }
};

}  // namespace tessera::fuzz
