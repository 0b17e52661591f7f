// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>

namespace tessera::fuzz {

/// Counters of events.
struct Counts {
  struct OfPrimitive {
    int tried = 0, accepted = 0, refused = 0, undecided = 0;
  };
  std::map<std::string, OfPrimitive> primitives;
  /// Refusals whose replay showed no difference, by condition: the rule may be too strict.
  std::map<std::string, int> conservative;
  int programs = 0;   ///< random programs written
  int accepted = 0;   ///< of them passed all checks
  int compiled = 0;   ///< results whose C was compiled and run
  int undecided = 0;  ///< bounds of results that the solver left open
  /// Results whose trace, replayed without the refused steps, gives terms in another order.
  int reordered = 0;
  int texts = 0, read = 0;  ///< texts given to parsers, and those that were read

  void operator+=(const Counts&);
};

}  // namespace tessera::fuzz
