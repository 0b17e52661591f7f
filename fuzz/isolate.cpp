// SPDX-License-Identifier: Apache-2.0
#include "fuzz/isolate.hpp"

#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/forked_process.hpp"

namespace tessera::fuzz {
namespace {

constexpr std::size_t journal_size = 1 << 18;
constexpr int waiting_factor = 10;  // a process that waits for others gets so many times its processor time

// Memory that parent and child both see.
class SharedJournal {
 public:
  SharedJournal() {
    void* mapped = ::mmap(nullptr, journal_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) bug("no memory for the journal");
    memory_ = static_cast<char*>(mapped);
  }
  ~SharedJournal() { ::munmap(memory_, journal_size); }
  SharedJournal(const SharedJournal&) = delete;
  SharedJournal& operator=(const SharedJournal&) = delete;
  void write(const std::string& text) {
    const std::size_t n = std::min(text.size(), journal_size - 1);
    std::memcpy(memory_, text.data(), n);
    memory_[n] = '\0';
  }
  std::string read() const { return memory_; }

 private:
  char* memory_;
};

void write_all(int to, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t n = ::write(to, text.data() + at, text.size() - at);
    if (n < 0 && errno != EINTR) return;
    if (n > 0) at += static_cast<std::size_t>(n);
  }
}

void limit(int resource, rlim_t soft) {
  const rlimit value{soft, soft + 1};
  ::setrlimit(static_cast<decltype(RLIMIT_CPU)>(resource), &value);
}

// Reads until the other end is closed; false when the time is over before.
bool read_all(int from, int seconds, std::string& out) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(seconds);
  std::array<char, 4096> buffer;
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd waiting{from, POLLIN, 0};
    if (left <= 0 || ::poll(&waiting, 1, static_cast<int>(left)) == 0) return false;
    const ssize_t n = ::read(from, buffer.data(), buffer.size());
    if (n == 0) return true;
    if (n > 0) out.append(buffer.data(), static_cast<std::size_t>(n));
  }
}

}  // namespace

Isolated isolated(const std::function<std::string(const std::function<void(const std::string&)>&)>& work, int seconds) {
  SharedJournal journal;
  std::array<int, 2> ends;
  std::fflush(nullptr);  // else the child would print again what the parent has not yet
  if (::pipe(ends.data()) != 0) bug("no pipe");
  auto child = ForkedProcess::start([&] {
    ::close(ends[0]);
    limit(RLIMIT_CPU, static_cast<rlim_t>(seconds));
    limit(RLIMIT_CORE, 0);
    write_all(ends[1], work([&](const std::string& text) { journal.write(text); }));
    return 0;
  });
  if (!child) bug("cannot start a process");
  ::close(ends[1]);
  Isolated out;
  const bool ended = read_all(ends[0], waiting_factor * seconds, out.result);
  ::close(ends[0]);
  if (!ended) child->kill();
  const ProcessEnd end = child->wait();
  out.journal = journal.read();
  if (!ended || end.signal == SIGXCPU) out.end = Isolated::End::hung;
  else if (end.status() != 0) out.end = Isolated::End::crashed, out.signal = end.signal;
  return out;
}

}  // namespace tessera::fuzz
