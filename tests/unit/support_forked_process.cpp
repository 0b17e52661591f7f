// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <stdexcept>

#include "dsl/support/forked_process.hpp"

using tessera::ForkedProcess;
using tessera::ProcessEnd;

namespace {

ProcessEnd end_of(const std::function<int()>& body) { return ForkedProcess::start(body)->wait(); }

}  // namespace

TEST_CASE("a forked process ends with what its body returns") {
  CHECK(end_of([] { return 0; }).status() == 0);
  CHECK(end_of([] { return 3; }).code == 3);
}

TEST_CASE("a signal that ends a forked process is told apart from an exit status") {
  const ProcessEnd killed = end_of([]() -> int {
    ::raise(SIGKILL);
    return 0;
  });
  CHECK(killed.signal == SIGKILL);
  CHECK(killed.status() == 128 + SIGKILL);
  const ProcessEnd large = end_of([] { return 128 + SIGKILL; });
  CHECK(large.signal == 0);
  CHECK(large.status() == killed.status());
}

TEST_CASE("no exception of a forked process comes back into the caller's code") {
  const ProcessEnd end = end_of([]() -> int {
    ::close(STDERR_FILENO);  // what the runtime says of it
    throw std::runtime_error("lost");
  });
  CHECK(end.signal == SIGABRT);
}

TEST_CASE("a forked process that nobody waits for is killed") {
  pid_t id = 0;
  {
    auto process = ForkedProcess::start([]() -> int {
      while (true) ::pause();
    });
    id = process->id();
    CHECK(::kill(id, 0) == 0);
  }
  CHECK(::kill(id, 0) != 0);
}
