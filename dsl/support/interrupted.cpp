// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/interrupted.hpp"

#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <utility>

namespace tessera {
namespace {

constexpr std::array<int, 3> ending_signals{SIGINT, SIGTERM, SIGHUP};

// Data read by a signal handler: its memory never moves or goes away.
struct Removable {
  std::atomic<pid_t> owner{0};              // none: the slot is free
  std::array<char, 4096> path{}, around{};  // the second may be ""
};
struct Worker {
  std::atomic<pid_t> owner{0}, process{0};
};
constexpr int max_removables = 64, max_workers = 512;  // of more, the last outlive an interrupt
std::array<Removable, max_removables> removables;
std::array<Worker, max_workers> workers;

// The first free slot, taken, or -1.
template <class Slots> int taken_slot(Slots& slots) {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    pid_t nobody = 0;
    if (slots[i].owner.compare_exchange_strong(nobody, -1)) return static_cast<int>(i);
  }
  return -1;
}

// As a handler may do it, where there is such a function.
pid_t forked() {
#if defined(__GLIBC__) && !__GLIBC_PREREQ(2, 34)
  return ::fork();
#else
  return ::_Fork();
#endif
}

void clean_up_and_end(int signal) {
  clean_up_interrupted();
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

// Only if no other handler is installed and the signals are not ignored.
void handle_ending_signals() {
  for (const int signal : ending_signals) {
    struct sigaction there {};
    ::sigaction(signal, nullptr, &there);
    if (there.sa_handler != SIG_DFL) continue;
    struct sigaction action {};
    action.sa_handler = clean_up_and_end;
    ::sigaction(signal, &action, nullptr);
  }
}

sigset_t ending_set() {
  sigset_t out;
  ::sigemptyset(&out);
  for (const int signal : ending_signals) ::sigaddset(&out, signal);
  return out;
}

}  // namespace

RemovedIfInterrupted::RemovedIfInterrupted(const std::filesystem::path& path, const std::filesystem::path& around)
    : slot_(-1) {
  const std::string text = std::filesystem::absolute(path).string();
  const std::string folder = around.empty() ? "" : std::filesystem::absolute(around).string();
  if (std::max(text.size(), folder.size()) >= removables[0].path.size()) return;  // no such path can be made
  slot_ = taken_slot(removables);
  if (slot_ < 0) return;
  Removable& r = removables[static_cast<std::size_t>(slot_)];
  std::memcpy(r.path.data(), text.c_str(), text.size() + 1);
  std::memcpy(r.around.data(), folder.c_str(), folder.size() + 1);
  r.owner = ::getpid();
  handle_ending_signals();
}

RemovedIfInterrupted::~RemovedIfInterrupted() {
  if (slot_ >= 0) removables[static_cast<std::size_t>(slot_)].owner = 0;
}

EndedIfInterrupted::EndedIfInterrupted(pid_t process) : slot_(taken_slot(workers)) {
  if (slot_ < 0) return;
  workers[static_cast<std::size_t>(slot_)].process = process;
  workers[static_cast<std::size_t>(slot_)].owner = ::getpid();
  handle_ending_signals();
}

EndedIfInterrupted::EndedIfInterrupted(EndedIfInterrupted&& other) noexcept : slot_(std::exchange(other.slot_, -1)) {}

EndedIfInterrupted::~EndedIfInterrupted() {
  if (slot_ >= 0) workers[static_cast<std::size_t>(slot_)].owner = 0;
}

void clean_up_interrupted() {
  for (const int signal : {SIGTERM, 0})  // all of them first, then each is waited for
    for (const Worker& w : workers) {
      if (w.owner != ::getpid()) continue;
      if (signal != 0) ::kill(w.process, signal), ::kill(-w.process, signal);  // its group, where it has its own
      else ::waitpid(w.process, nullptr, 0);
    }
  for (Removable& r : removables) {
    if (r.owner != ::getpid()) continue;
    const pid_t child = forked();
    if (child == 0) {
      ::execl("/bin/rm", "rm", "-rf", "--", r.path.data(), static_cast<char*>(nullptr));
      ::_exit(127);
    }
    if (child > 0) ::waitpid(child, nullptr, 0);
    if (r.around[0] != 0) ::rmdir(r.around.data());
  }
}

InterruptsWait::InterruptsWait() {
  sigset_t before;
  const sigset_t these = ending_set();
  ::pthread_sigmask(SIG_BLOCK, &these, &before);
  for (std::size_t i = 0; i < ending_signals.size(); ++i)
    waited_before_[i] = ::sigismember(&before, ending_signals[i]) == 1;
}

InterruptsWait::~InterruptsWait() {
  sigset_t these;
  ::sigemptyset(&these);
  for (std::size_t i = 0; i < ending_signals.size(); ++i)
    if (!waited_before_[i]) ::sigaddset(&these, ending_signals[i]);
  ::pthread_sigmask(SIG_UNBLOCK, &these, nullptr);
}

}  // namespace tessera
