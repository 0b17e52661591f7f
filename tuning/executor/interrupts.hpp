// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <csignal>

#include <array>
#include <string>

namespace tessera::tuning {

/// While it lives, SIGINT, SIGTERM and SIGHUP do not end this process: `check` throws them, so that what was begun
/// elsewhere can be ended first. One at a time.
class Interrupts {
 public:
  struct Caught {
    int signal;
  };
  Interrupts();
  ~Interrupts();  ///< what the signals did before, they do again
  Interrupts(const Interrupts&) = delete;
  void check() const;

 private:
  std::array<struct sigaction, 3> before_{};
};

/// While it lives, the process says this on the standard error before a signal of these ends it. One at a time.
class LastWords {
 public:
  explicit LastWords(const std::string& text);
  ~LastWords();
  LastWords(const LastWords&) = delete;

 private:
  std::array<struct sigaction, 3> before_{};
};

}  // namespace tessera::tuning
