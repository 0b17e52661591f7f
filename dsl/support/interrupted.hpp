// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

#include <array>
#include <filesystem>

namespace tessera {

/// A file or folder to remove when SIGINT, SIGTERM or SIGHUP ends this process during the object's lifetime. Forked
/// children leave it alone.
class RemovedIfInterrupted {
 public:
  /// With `around`: also that folder, if it is empty by then.
  explicit RemovedIfInterrupted(const std::filesystem::path&, const std::filesystem::path& around = {});
  ~RemovedIfInterrupted();
  RemovedIfInterrupted(const RemovedIfInterrupted&) = delete;
  RemovedIfInterrupted& operator=(const RemovedIfInterrupted&) = delete;

 private:
  int slot_;
};

/// The same for a forked child, which is to end with this process.
class EndedIfInterrupted {
 public:
  explicit EndedIfInterrupted(pid_t);
  EndedIfInterrupted(EndedIfInterrupted&&) noexcept;
  ~EndedIfInterrupted();
  EndedIfInterrupted& operator=(EndedIfInterrupted&&) = delete;

 private:
  int slot_;
};

/// Kills and removes them now, for handlers of these signals that end the process. Async-signal-safe.
void clean_up_interrupted();

/// Blocks these signals during its lifetime.
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
