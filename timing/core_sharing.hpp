// SPDX-License-Identifier: Apache-2.0
// Whether threads of this process share a core while they work.
#pragma once

#include <chrono>
#include <map>
#include <optional>

namespace tessera::timing {

/// Looks at the threads before and after a piece of work. Those that end with it are not seen.
class CoreSharing {
 public:
  void begin();
  /// A core on which two threads were when the work was done, both of which had worked, and not more together than one
  /// core can; or, of a processor with several hardware threads in a core, on two of those.
  std::optional<int> core() const;

 private:
  struct Thread {
    int core;
    double seconds;  // since begin()
  };
  static std::optional<int> shared(const Thread&, const Thread&, double wall);

  std::chrono::steady_clock::time_point begin_;
  std::map<int, double> before_;  // what each thread had run, by its number
};

}  // namespace tessera::timing
