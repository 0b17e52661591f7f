// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "dsl/support/forked_process.hpp"

namespace tessera {

/// A copy of this process that does one piece of work beside it, and whose end takes nothing else along.
class Child {
 public:
  /// What `work` returns or throws (an Error, as it prints) is what the child says, up to 60 KiB. It is ended after so
  /// many seconds.
  Child(const std::function<std::string()>& work, unsigned seconds);
  ~Child();  ///< ends it
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  struct End {
    int status = 0;  ///< 0: `work` returned; an ExitCode: it threw; 128 + N: ended by signal N
    std::string said;
  };
  /// Waits for it; once.
  End wait();

 private:
  int pipe_ = -1;  ///< what it says; -1: all was read
  std::optional<ForkedProcess> process_;
};

}  // namespace tessera
