// SPDX-License-Identifier: Apache-2.0
#include <sched.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <set>
#include <sstream>

#include "dsl/support/files.hpp"
#include "dsl/support/process.hpp"
#include "timing/cores.hpp"
#include "tuning/measure/trial.hpp"

using namespace tessera;
using tuning::Trial;

namespace {

// Procedures of two buffers of four elements: the first becomes the second.
struct Copies {
  ScratchFolder folder;
  Trial trial{{{"O", 4}, {"I", 4}}, ir::Scalar::f32, 4, 1};
  Trial::Contender right = written("right", "for (int i = 0; i < 4; i++) O[i] = I[i];");
  Copies() { trial.expect(right.object, right.function); }

  Trial::Contender written(const std::string& name, const std::string& body) const {
    const auto source = (folder.path() / (name + ".c")).string(), object = (folder.path() / (name + ".so")).string();
    write_files(folder.path(),
                {{name + ".c",
                  "#include <signal.h>\n#include <stdio.h>\nvoid copy(float* O, const float* I) { " + body + " }\n"}});
    REQUIRE(run_process({"cc", "-shared", "-fPIC", source, "-o", object}, folder.path() / "log", 60).status == 0);
    return {object, "copy"};
  }
  std::vector<Trial::Result> run(const std::vector<Trial::Contender>& all) const { return trial.run(all, {3, 1e-4}); }
  Trial::Contender slow() const {
    return written("slow", "for (volatile int i = 0; i < 10000; i++) {} for (int i = 4; i--;) O[i] = I[i];");
  }
};

}  // namespace

TEST_CASE("what is timed in turns has a result each, in the order given") {
  const Copies c;
  const std::vector<Trial::Result> results = c.run({c.right, c.slow(), c.right});
  REQUIRE(results.size() == 3);
  CHECK(results[1].seconds > 10 * results[0].seconds);
  CHECK(results[1].seconds > 10 * results[2].seconds);
  CHECK(results[1].times_first.lo > 10);
  CHECK(results[2].times_first.median < 10);
  for (const Trial::Result& r : results) {
    CHECK(r.percent.lo > 0);
    CHECK(r.percent.lo <= r.percent.median);
    CHECK(r.percent.median <= r.percent.hi);
  }
}

TEST_CASE("rounds end where one takes too many times as long as the first") {
  const Copies c;
  // Each call leaves a byte more in a file, calls for calibration among them.
  const auto calls = [&](const std::string& name, double hopeless) {
    const std::string log = (c.folder.path() / name).string();
    const auto slow = c.written("counted_" + name, "FILE* log = fopen(\"" + log +
                                                       "\", \"a\"); fputc('.', log); fclose(log);"
                                                       "for (int i = 4; i--;) O[i] = I[i];");
    c.trial.run({c.right, slow}, {9, 1e-9, hopeless});
    return read_file(log).size();
  };
  CHECK(calls("all", 1e300) == calls("two", 1.5) + 7);
}

TEST_CASE("of long calls there are few") {
  const Copies c;
  const std::string log = (c.folder.path() / "calls").string();
  const auto written = [&](const std::string& name, const std::string& wait) {
    return c.written(name, "FILE* log = fopen(\"" + log + "\", \"a\"); fputc('.', log); fclose(log); " + wait +
                               " for (int i = 4; i--;) O[i] = I[i];");
  };
  const auto calls = [&](const Trial::Contender& one) {
    std::filesystem::remove(log);
    c.trial.run({one}, {9, 1e-9});
    return read_file(log).size();
  };
  CHECK(calls(written("short", "")) == 1 + 9);
  CHECK(calls(written("long", "extern int usleep(unsigned); usleep(400000);")) == 1 + 3);
}

TEST_CASE("what is slow in large pages alone is slow") {
  const Copies c;
  // There an operand begins a line after the start of a page.
  const auto fragile = c.written("fragile",
                                 "if ((unsigned long)I % 4096 == 64) for (volatile int i = 0; i < 10000; i++) {} "
                                 "for (int i = 4; i--;) O[i] = I[i];");
  const auto seconds = [&](bool in_large_pages_too) {
    Trial::Length length{3, 1e-4};
    length.in_large_pages_too = in_large_pages_too;
    const std::vector<Trial::Result> results = c.trial.run({c.right, fragile}, length);
    return results[1].seconds / results[0].seconds;
  };
  CHECK(seconds(false) < 10);
  CHECK(seconds(true) > 10);
}

TEST_CASE("one that writes nothing is wrong, though another one before it wrote all") {
  const Copies c;
  const std::vector<Trial::Result> results = c.run({c.right, c.written("idle", "(void)O, (void)I;")});
  CHECK(results[0].wrong.empty());
  CHECK_THAT(results[1].wrong, Catch::StartsWith("O: element"));
}

TEST_CASE("one that dies in its turn takes no other along") {
  const Copies c;
  const auto dies = c.written("dies", "raise(SIGKILL); (void)O, (void)I;");
  const std::vector<Trial::Result> results = c.run({dies, c.right, dies, c.right});
  CHECK_THAT(results[0].ended, Catch::Contains("signal 9"));
  CHECK_THAT(results[2].ended, Catch::Contains("signal 9"));
  for (const std::size_t i : {1U, 3U}) {
    CHECK(results[i].ended.empty());
    CHECK(results[i].seconds > 0);
  }
}

namespace {

// Each of two OpenMP threads works for some milliseconds and appends to a file the cores that it may run on.
struct TwoThreads {
  ScratchFolder folder;
  Trial trial{{{"O", 4}, {"I", 4}}, ir::Scalar::f32, 4, 1, 2};
  std::string log = (folder.path() / "log").string();

  Trial::Result run() {
    const auto source = (folder.path() / "two.c").string(), object = (folder.path() / "two.so").string();
    write_files(folder.path(), {{"two.c", R"(#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
void as_specified(float* O, const float* I) { for (int i = 0; i < 4; i++) O[i] = I[i]; }
void copy(float* O, const float* I) {
#pragma omp parallel
  {
    cpu_set_t set;
    sched_getaffinity(0, sizeof set, &set);
#pragma omp critical
    {
      FILE* log = fopen(LOG, "a");
      for (int i = 0; i < CPU_SETSIZE; i++) if (CPU_ISSET(i, &set)) fprintf(log, "%d ", i);
      fprintf(log, "\n");
      fclose(log);
    }
    for (volatile int i = 0; i < 10000000; i++) {}
  }
  as_specified(O, I);
}
)"}});
    REQUIRE(run_process({"cc", "-shared", "-fPIC", "-fopenmp", "-DLOG=\"" + log + "\"", source, "-o", object},
                        folder.path() / "errors", 60)
                .status == 0);
    trial.expect(object, "as_specified");
    return trial.run({{object, "copy"}}, {5, 0.01}).front();
  }
};

// For as long as it lives the environment of those who are started has it.
struct Environment {
  std::string name;
  Environment(std::string n, const std::string& value) : name(std::move(n)) { setenv(name.c_str(), value.c_str(), 1); }
  ~Environment() { unsetenv(name.c_str()); }
};

std::string first_allowed_core() {
  cpu_set_t set;
  REQUIRE(sched_getaffinity(0, sizeof set, &set) == 0);
  std::size_t core = 0;
  while (!CPU_ISSET(core, &set)) ++core;
  return std::to_string(core);
}

bool has_one_core() {
  if (timing::allowed_cores() > 1) return false;
  WARN("skipped: this process may use one core");
  return true;
}

}  // namespace

TEST_CASE("each thread of what is timed on several has a core of its own") {
  if (has_one_core()) return;
  TwoThreads two;
  const Trial::Result result = two.run();
  CHECK(result.ended.empty());
  CHECK_FALSE(result.shares_core);
  std::istringstream lines(read_file(two.log));
  std::set<std::string> cores;
  for (std::string line; std::getline(lines, line);) cores.insert(line);
  REQUIRE(cores.size() == 2);
  for (const std::string& core : cores) CHECK(std::count(core.begin(), core.end(), ' ') == 1);
}

TEST_CASE("where the user puts two threads on one core they stay there, and it is told") {
  if (has_one_core()) return;
  const Environment bind("OMP_PROC_BIND", "close"), places("OMP_PLACES", "{" + first_allowed_core() + "}");
  CHECK(TwoThreads().run().shares_core);
}
