// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

#include <array>
#include <filesystem>

namespace tessera {

/// While it lives, a file or folder that is not to outlive this process: where SIGINT, SIGTERM or SIGHUP ends the
/// process, it is removed first. Processes that are forked meanwhile leave it alone.
class RemovedIfInterrupted {
 public:
  /// With `around`: that folder too, where it is empty by then.
  explicit RemovedIfInterrupted(const std::filesystem::path&, const std::filesystem::path& around = {});
  ~RemovedIfInterrupted();
  RemovedIfInterrupted(const RemovedIfInterrupted&) = delete;
  RemovedIfInterrupted& operator=(const RemovedIfInterrupted&) = delete;

 private:
  int slot_;
};

/// The same for a process that was forked by this one and is to end with it.
class EndedIfInterrupted {
 public:
  explicit EndedIfInterrupted(pid_t);
  EndedIfInterrupted(EndedIfInterrupted&&) noexcept;
  ~EndedIfInterrupted();
  EndedIfInterrupted& operator=(EndedIfInterrupted&&) = delete;

 private:
  int slot_;
};

/// Ends and removes them now: for handlers of these signals that end the process. Does only what a handler may do.
void clean_up_interrupted();

/// While it lives, these signals wait.
class InterruptsWait {
 public:
  InterruptsWait();
  ~InterruptsWait();
  InterruptsWait(const InterruptsWait&) = delete;
  InterruptsWait& operator=(const InterruptsWait&) = delete;

 private:
  std::array<bool, 3> waited_before_{};
};

}  // namespace tessera
