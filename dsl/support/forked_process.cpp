// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/forked_process.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <utility>

#include "dsl/support/diagnostic.hpp"

namespace tessera {
namespace {

// Nothing else runs in the child after its body: neither its caller nor exit handlers.
[[noreturn]] void run_as_copy(const std::function<int()>& body) noexcept { std::_Exit(body()); }

// False where there is nothing to wait for.
bool wait_for(pid_t id, int& status) {
  while (::waitpid(id, &status, 0) < 0)
    if (errno != EINTR) return false;
  return true;
}

ProcessEnd end_of(int status) {
  if (WIFSIGNALED(status)) return {0, WTERMSIG(status)};
  return {WEXITSTATUS(status), 0};
}

}  // namespace

std::optional<ForkedProcess> ForkedProcess::start(const std::function<int()>& body) {
  const pid_t id = ::fork();
  if (id == 0) run_as_copy(body);
  if (id < 0) return std::nullopt;
  return ForkedProcess(id);
}

ForkedProcess::ForkedProcess(ForkedProcess&& other) noexcept : id_(std::exchange(other.id_, -1)) {}

ForkedProcess::~ForkedProcess() {
  if (id_ < 0) return;
  kill();
  int status = 0;
  wait_for(id_, status);
}

void ForkedProcess::kill() { ::kill(id_, SIGKILL); }

ProcessEnd ForkedProcess::wait() {
  int status = 0;
  if (!wait_for(std::exchange(id_, -1), status)) bug("cannot wait for a process");
  return end_of(status);
}

std::optional<ProcessEnd> ForkedProcess::ended() {
  int status = 0;
  const pid_t found = ::waitpid(id_, &status, WNOHANG);
  if (found == 0 || (found < 0 && errno == EINTR)) return std::nullopt;
  id_ = -1;
  if (found < 0) bug("cannot wait for a process");
  return end_of(status);
}

}  // namespace tessera
