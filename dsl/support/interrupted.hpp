// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

#include <filesystem>

namespace tessera {

/// While it lives, a file or folder that is not to outlive this process: where SIGINT, SIGTERM or SIGHUP ends the
/// process, it is removed first. Processes that are forked meanwhile leave it alone.
class RemovedIfInterrupted {
 public:
  explicit RemovedIfInterrupted(const std::filesystem::path&);
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
  bool waited_before_[3];
};

}  // namespace tessera
