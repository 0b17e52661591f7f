// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

#include <functional>
#include <optional>

namespace tessera {

/// How a process ended.
struct ProcessEnd {
  int code = 0;    ///< its exit status, where no signal ended it
  int signal = 0;  ///< of the signal that ended it; 0: none

  /// The shells' status: the exit status, or 128 + N after signal N.
  int status() const { return signal != 0 ? 128 + signal : code; }
};

/// A copy of this process that runs one function and ends.
class ForkedProcess {
 public:
  /// The child's exit status is the result of `body`; an exception in it ends the child with SIGABRT. Nothing where
  /// fork fails.
  static std::optional<ForkedProcess> start(const std::function<int()>& body);

  ForkedProcess(ForkedProcess&&) noexcept;
  ForkedProcess& operator=(ForkedProcess&&) = delete;
  /// Kills it, unless wait() was called.
  ~ForkedProcess();

  pid_t id() const { return id_; }
  void kill();
  /// Waits for its end; once.
  ProcessEnd wait();
  /// The same without waiting: nothing while it runs.
  std::optional<ProcessEnd> ended();

 private:
  explicit ForkedProcess(pid_t id) : id_(id) {}
  pid_t id_;  ///< -1: waited for, or moved from
};

}  // namespace tessera
