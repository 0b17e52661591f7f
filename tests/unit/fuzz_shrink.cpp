// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <atomic>
#include <csignal>
#include <cstdlib>

#include "fuzz/isolate.hpp"
#include "fuzz/shrink.hpp"

using namespace tessera;
using fuzz::Finding;
using fuzz::Isolated;

TEST_CASE("what a failure does not need is dropped, in programs and schedules") {
  const Finding found{
      "value", "fuse", "A differs",
      "def f(n: size):\n    pass\n\ndef p(n: size, A: f32[n], B: f32[4]):\n    assert n <= 8\n"
      "    for i in seq(0, n):\n        if i < 3:\n            A[i] = B[2] * 2.0 + 1.0\n        B[0] = 1.0\n",
      "p = simplify(p)\np = divide_loop(p, 'i', 8, ['io', 'ii'])\np = fuse(p, 'i', 'i #3')\n"};
  const Finding small = fuzz::shrunk(
      found,
      [](const Finding& f) {
        const bool writes =
            f.program.find("A: f32[") != std::string::npos && f.program.find(" A[") != std::string::npos;
        return writes && f.schedule.find("fuse") != std::string::npos;
      },
      5000);
  CHECK(small.program == "def p(A: f32[n]):\n    A[0] = 1.0\n");
  CHECK(small.schedule == "p = fuse(p, 'i', 'i #0')\n");
}

TEST_CASE("what does not fail in the same way is not taken for smaller") {
  const Finding found{"value", "fuse", "", "def p():\n    pass\n", "p = fuse(p)\n"};
  CHECK(fuzz::shrunk(found, [](const Finding&) { return false; }).program == found.program);
}

TEST_CASE("a finding becomes a test that expects the refusal that was missing") {
  const Finding found{"value", "reorder_loops", "A[0] is 1 before, 2 after\nmore", "def p():\n    pass\n",
                      "p = x(p)\n"};
  CHECK(fuzz::as_test(found, "tessera-fuzz --seed 7") ==
        "# value: A[0] is 1 before, 2 after\n# tessera-fuzz --seed 7\ndef p():\n    pass\n---- schedule\np = x(p)\n"
        "---- expect error reorder_loops.S1\n");
}

TEST_CASE("work that crashes or hangs ends alone, and what it was about to do is known") {
  const Isolated done = fuzz::isolated([](const auto& write) { return write("a"), std::string("result"); }, 5);
  CHECK(done.end == Isolated::End::done);
  CHECK(done.result == "result");
  const Isolated crashed = fuzz::isolated(
      [](const auto& write) {
        write("before the crash");
        std::signal(SIGABRT, SIG_DFL);
        std::abort();
        return std::string();
      },
      5);
  CHECK(crashed.end == Isolated::End::crashed);
  CHECK(crashed.signal == SIGABRT);
  CHECK(crashed.journal == "before the crash");
  const Isolated hung = fuzz::isolated(
      [](const auto&) {
        for (std::atomic<unsigned> i = 0;; ++i) {}
        return std::string();
      },
      1);
  CHECK(hung.end == Isolated::End::hung);
}
