// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace tessera::fuzz {

/// A fault.
struct Finding {
  /// value, bounds, printed, replay, forward, dead, unwritten, asserts, lost, c, bug, crash, hang: the kind of fault.
  std::string kind;
  std::string primitive;  ///< of the last step; "" for others
  std::string message;
  std::string program, schedule;  ///< reproduce it
  /// Shrinking keeps kind and primitive.
  bool same_failure(const Finding& other) const { return kind == other.kind && primitive == other.primitive; }
};

}  // namespace tessera::fuzz
