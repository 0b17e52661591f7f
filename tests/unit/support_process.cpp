// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/process.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <fstream>

using namespace tessera;

TEST_CASE("a program that does not end is stopped") {
  const ScratchFolder folder;
  CHECK(run_process({"sleep", "60"}, folder.path() / "log", 1).status == 128 + SIGALRM);
  CHECK(run_process({"no-such-program-anywhere"}, folder.path() / "log", 1).status == 127);
  const ProcessResult out = run_process({"sh", "-c", "echo a; echo b >&2; exit 3"}, folder.path() / "log", 9);
  CHECK(out.status == 3);
  CHECK(out.output == "a\nb\n");
}

TEST_CASE("the two outputs of a program can be kept apart") {
  const ScratchFolder folder;
  const ProcessResult out = run_process_apart({"sh", "-c", "echo a; echo b >&2; exit 3"}, folder.path() / "log", 9);
  CHECK(out.status == 3);
  CHECK(out.output == "a\n");
  CHECK(out.errors == "b\n");
}

TEST_CASE("a program reads the file that it is given, and nothing otherwise") {
  const ScratchFolder folder;
  std::ofstream(folder.path() / "input") << "a line";
  CHECK(run_process_apart({"cat"}, folder.path() / "log", 9, folder.path() / "input").output == "a line");
  CHECK(run_process_apart({"cat"}, folder.path() / "log", 9).output == "");
}

TEST_CASE("a program that prints without end is stopped, and its output is as long as the limit") {
  const ScratchFolder folder;
  const ProcessResult out =
      run_process_apart({"sh", "-c", "while true; do echo y; done"}, folder.path() / "log", 30, "/dev/null", 1000);
  CHECK(out.status == 128 + SIGXFSZ);
  CHECK(out.output.size() == 1000);
  const ProcessResult errors =
      run_process_apart({"sh", "-c", "while true; do echo y >&2; done"}, folder.path() / "log", 30, "/dev/null", 1000);
  CHECK(errors.status == 128 + SIGXFSZ);
  CHECK(errors.errors.size() == 1000);
}

TEST_CASE("a program that ignores its alarm is stopped with what it has started") {
  const ScratchFolder folder;
  const std::string id = (folder.path() / "id").string();
  CHECK(run_process({"sh", "-c", "trap '' ALRM; sleep 60 & echo $! >" + id + "; wait; sleep 60"}, folder.path() / "log",
                    1)
            .status == 128 + SIGALRM);
  pid_t started = 0;
  REQUIRE(std::ifstream(id) >> started);
  for (int i = 0; i < 100 && ::kill(started, 0) == 0; ++i) ::usleep(10000);  // until its new parent has noticed
  std::string state;
  std::getline(std::ifstream("/proc/" + std::to_string(started) + "/stat"), state);
  CHECK((::kill(started, 0) != 0 || state.find(") Z") != std::string::npos));
}
