// SPDX-License-Identifier: Apache-2.0
// The C that times a kernel beside its reference: what it counts, against what running the procedure meets.
#include <catch2/catch.hpp>

#include "codegen/bench_program/bench_program.hpp"
#include "codegen/bench_program/operation_count.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/process.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;
using Catch::Matchers::Contains;

namespace {

ir::ProcRef last_of(const std::string& text) { return syntax::parse_module(text, "test.tess").procs.back(); }

std::string counting_c(const ir::Procedure& p) {
  codegen::ControlText control{"bench", [](ir::Sym s) { return s.text(); },
                               [](ir::Sym, int) { return std::string("1"); }};
  return codegen::OperationCount(control).statements(p.body);
}

// What the C counts for n and m.
long counted(const std::string& text, int n, int m) {
  const ScratchFolder folder;
  const std::string code = counting_c(*last_of(text));
  write_files(folder.path(),
              {{"count.c", "#include <stdbool.h>\n#include <stdint.h>\n#include <stdio.h>\n" +
                               codegen::ControlText::definitions_for(code) +
                               "static double test_positive(int64_t a) { return a > 0 ? (double)a : 0; }\n"
                               "int main(void) {\n  int64_t n = " +
                               std::to_string(n) + ", m = " + std::to_string(m) +
                               ";\n  (void)n, (void)m, (void)test_positive;\n  double total = 0;\n" + code +
                               "  printf(\"%.0f\", total);\n  return 0;\n}\n"}});
  const std::string program = (folder.path() / "count").string();
  const ProcessResult built = run_process(
      {"gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", program + ".c", "-o", program}, folder.path() / "log", 60);
  INFO(built.output);
  REQUIRE(built.status == 0);
  return std::stol(run_process({program}, folder.path() / "log", 60).output);
}

const std::string bench_head = "def p(n: size, m: size, x: f32[n], y: f32[m], s: f32[1]):\n";
const std::string loops = bench_head + "    for i in seq(0, n):\n        for j in seq(0, m):\n            ";

}  // namespace

TEST_CASE("operations on data are counted, not those on indices") {
  CHECK(counted(loops + "s[0] += x[i] * y[j]\n", 3, 5) == 2 * 15);
  CHECK(counted(loops + "s[0] = x[i] - y[j] / 2.0\n", 3, 5) == 2 * 15);
  CHECK(counted(loops + "s[0] = x[n - 1 - i]\n", 3, 5) == 0);
  CHECK(counted(loops + "s[0] = max(-x[i], y[j] + 1.0)\n", 3, 5) == 2 * 15);
}

TEST_CASE("a loop whose rounds do the same is a factor, and one whose rounds differ is gone through") {
  const std::string triangle =
      bench_head + "    for i in seq(0, n):\n        for j in seq(i, m):\n            s[0] += x[i]\n";
  CHECK(counted(triangle, 4, 6) == 6 + 5 + 4 + 3);
  CHECK(counted(triangle, 6, 3) == 3 + 2 + 1);
  CHECK_THAT(counting_c(*last_of(triangle)), Contains("for (int64_t"));
  CHECK_THAT(counting_c(*last_of(loops + "s[0] += x[i]\n")), !Contains("for ("));
  CHECK(counted(bench_head + "    for i in seq(0, n):\n        if i % 3 == 0:\n            s[0] += x[i]\n"
                             "        else:\n            s[0] = x[i] * x[i] * x[i]\n",
                7, 1) == 3 + 2 * 4);
}

TEST_CASE("what is called counts as often as it is called, with the arguments of each call") {
  const std::string text =
      "def row(k: size, a: [f32][k], s: [f32][1]):\n    for j in seq(0, k):\n        for i in seq(0, j):\n"
      "            s[0] += a[j]\n" +
      bench_head + "    row(n, x[0:n], s[0:1])\n    for i in seq(0, m - 2):\n        row(i + 2, y[0:i + 2], s[0:1])\n";
  CHECK(counted(text, 4, 5) == 4 * 3 / 2 + (2 * 1 + 3 * 2 + 4 * 3) / 2);
}

TEST_CASE("the program names its flags, holds the sizes that were asked for, and refuses what it cannot do") {
  const ir::ProcRef p = last_of(loops + "s[0] += x[i] * y[j]\n");
  codegen::Options options;
  options.stem = "kernel";
  const std::string c = codegen::bench_program(*p, *p, options, {"-mfma"}, {"n=3,m=4"});
  CHECK_THAT(c, Contains("cc -std=gnu11 -O3 -mfma kernel_bench.c kernel.c -lm -o kernel_bench"));
  CHECK_THAT(c, Contains("bench_defaults[] = {\"n=3,m=4\", 0}"));
  CHECK_THAT(c, Contains("static __typeof__(p) *volatile bench_kernel = p;"));
  CHECK(c == codegen::bench_program(*p, *p, options, {"-mfma"}, {"n=3,m=4"}));
  const ir::ProcRef nothing = last_of("def nothing(n: size):\n    pass\n");
  CHECK_THROWS_WITH(codegen::bench_program(*nothing, *nothing, options, {}),
                    Contains("nothing has no operands to bench"));
}
