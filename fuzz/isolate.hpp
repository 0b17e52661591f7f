// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>

namespace tessera::fuzz {

/// What became of work that may crash or hang.
struct Isolated {
  enum class End { done, crashed, hung } end = End::done;
  std::string result;   ///< done: what the work returned
  std::string journal;  ///< the last thing that the work wrote down
  int signal = 0;       ///< crashed: by which
};

/// Does the work in a process of its own, for so many seconds of processor time at most. The work gets a function that
/// writes down what it is about to do; that is known also when it does not come back.
Isolated isolated(const std::function<std::string(const std::function<void(const std::string&)>&)>& work, int seconds);

}  // namespace tessera::fuzz
