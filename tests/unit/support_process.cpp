// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/process.hpp"

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
