// SPDX-License-Identifier: Apache-2.0
// How long the shipped hardware libraries take to load, as CSV: each time in a process of its own, which has read none
// of their files.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>

#include "api/hardware_library.hpp"
#include "dsl/support/diagnostic.hpp"
#include "timing/timing.hpp"

namespace tessera {
namespace {

struct Loading {
  double seconds = 0;
  std::size_t instructions = 0;
};

Loading loaded(const std::string& library) {
  Loading out;
  script::Library read;
  out.seconds = timing::seconds_of([&] { read = api::load_library(library); });
  for (const ir::ProcRef& p : read.module.procs) out.instructions += p->instr.has_value();
  return out;
}

Loading in_a_process(const std::string& library) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) bug("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    try {
      const Loading made = loaded(library);
      _exit(write(ends[1], &made, sizeof made) == sizeof made ? 0 : 1);
    } catch (const Error&) { _exit(1); }
  }
  close(ends[1]);  // or a child that dies would be waited for
  Loading out;
  const bool is_told = read(ends[0], &out, sizeof out) == sizeof out;
  close(ends[0]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0 || !is_told)
    throw InputError("hwlib", "cannot load " + library, "`tessera hwlib show` says why");
  return out;
}

void print_row(const std::string& library, int runs) {
  std::vector<double> seconds;
  Loading one;
  for (int i = 0; i < runs; ++i) seconds.push_back((one = in_a_process(library)).seconds);
  const timing::Spread s = timing::spread(seconds);
  fmt::print("{},{},{:.1f},{:.1f},{:.1f}\n", library, one.instructions, s.median * 1e3, s.lo * 1e3, s.hi * 1e3);
}

}  // namespace
}  // namespace tessera

int main(int argc, char** argv) {
  CLI::App app{"times the loading of each shipped hardware library; prints CSV"};
  int runs = 21;
  app.add_option("--runs", runs, "times that each is loaded")->check(CLI::Range(1, 10000));
  CLI11_PARSE(app, argc, argv);
  try {
    fmt::print("library,instructions,milliseconds,q1,q3\n");
    for (const std::string& library : tessera::api::shipped_libraries()) tessera::print_row(library, runs);
    return 0;
  } catch (const tessera::Error& e) {
    fmt::print(stderr, "{}\n", e.diagnostic().render());
    return static_cast<int>(e.exit_code());
  }
}
