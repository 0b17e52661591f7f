// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <csignal>

#include <array>
#include <string>

namespace tessera::tuning {

/// During its lifetime, SIGINT, SIGTERM and SIGHUP do not end this process: `check` throws them, so that remote work
/// can be ended first. One at a time.
class Interrupts {
 public:
  struct Caught {
    int signal;
  };
  Interrupts();
  ~Interrupts();  ///< restores the earlier signal handlers
  Interrupts(const Interrupts&) = delete;
  void check() const;

 private:
  std::array<struct sigaction, 3> before_{};
};

/// During its lifetime, the process prints this on stderr before one of these signals ends it. One at a time.
class LastWords {
 public:
  explicit LastWords(const std::string& text);
  ~LastWords();
  LastWords(const LastWords&) = delete;

 private:
  std::array<struct sigaction, 3> before_{};
};

}  // namespace tessera::tuning
