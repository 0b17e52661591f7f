// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>

namespace tessera::fuzz {

/// The result of work that may crash or hang.
struct Isolated {
  enum class End { done, crashed, hung } end = End::done;
  std::string result;   ///< done: what the work returned
  std::string journal;  ///< the last entry
  int signal = 0;       ///< of a crash
};

/// Runs the work in a child process, with a limit of processor seconds. The work gets a function to journal its next
/// action, which survives a crash.
Isolated isolated(const std::function<std::string(const std::function<void(const std::string&)>&)>& work, int seconds);

}  // namespace tessera::fuzz
