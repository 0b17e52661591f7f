// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

#include <functional>
#include <optional>

namespace tessera {

/// How a process ended.
struct ProcessEnd {
  int code = 0;    ///< its exit status, where no signal ended it
  int signal = 0;  ///< 0: none

  /// As shells say it: the exit status, or 128 + N where signal N ended it.
  int status() const { return signal != 0 ? 128 + signal : code; }
};

/// A copy of this process that runs one function and ends.
class ForkedProcess {
 public:
  /// The copy's exit status is what `body` returns; an exception that leaves it ends the copy with SIGABRT. Nothing
  /// where no process can be started.
  static std::optional<ForkedProcess> start(const std::function<int()>& body);

  ForkedProcess(ForkedProcess&&) noexcept;
  ForkedProcess& operator=(ForkedProcess&&) = delete;
  /// Kills it, unless its end was waited for.
  ~ForkedProcess();

  pid_t id() const { return id_; }
  void kill();
  /// Waits for its end; once.
  ProcessEnd wait();

 private:
  explicit ForkedProcess(pid_t id) : id_(id) {}
  pid_t id_;  ///< -1: its end was waited for, or it moved away
};

}  // namespace tessera
