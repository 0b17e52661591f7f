// SPDX-License-Identifier: Apache-2.0
#include "tuning/executor/interrupts.hpp"

#include <unistd.h>

#include "dsl/support/interrupted.hpp"

namespace tessera::tuning {
namespace {

constexpr std::array<int, 3> signals{SIGINT, SIGTERM, SIGHUP};
volatile std::sig_atomic_t caught = 0;

void note(int signal) { caught = signal; }

std::string last_words;
pid_t speaker = 0;  // not the processes that it forked: a signal to the group ends each of them

// Async-signal-safe.
void say_and_end(int signal) {
  if (::getpid() == speaker) {
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, last_words.data(), last_words.size());
  }
  clean_up_interrupted();
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  ::sigaction(signal, &action, nullptr);
  ::raise(signal);
}

using Actions = std::array<struct sigaction, signals.size()>;

void handle_by(void (*handler)(int), Actions& before) {
  struct sigaction action {};
  action.sa_handler = handler;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    ::sigaction(signals[i], nullptr, &before[i]);
    if (before[i].sa_handler != SIG_IGN) ::sigaction(signals[i], &action, nullptr);  // nohup stays nohup
  }
}

void restore(const Actions& before) {
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &before[i], nullptr);
}

}  // namespace

Interrupts::Interrupts() {
  caught = 0;
  handle_by(note, before_);
}

Interrupts::~Interrupts() { restore(before_); }

void Interrupts::check() const {
  if (caught != 0) throw Caught{caught};
}

LastWords::LastWords(const std::string& text) {
  last_words = text;
  speaker = ::getpid();
  handle_by(say_and_end, before_);
}

LastWords::~LastWords() { restore(before_); }

}  // namespace tessera::tuning
