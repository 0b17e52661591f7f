// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "dsl/support/forked_process.hpp"

namespace tessera {

/// A fork of this process for one piece of work, whose crash does not affect this one.
class Child {
 public:
  /// The child says the result of `work`, or its exception (an Error, printed), up to 60 KiB. It is killed after
  /// `seconds`.
  Child(const std::function<std::string()>& work, unsigned seconds);
  ~Child();  ///< kills it
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  struct End {
    int status = 0;  ///< 0: `work` returned; an ExitCode: it threw; 128 + N: ended by signal N
    std::string said;
  };
  /// Waits for it; once.
  End wait();

 private:
  int pipe_ = -1;  ///< for its output; -1: all was read
  std::optional<ForkedProcess> process_;
};

}  // namespace tessera
