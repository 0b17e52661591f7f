// SPDX-License-Identifier: Apache-2.0
// C of parallel loops.
#include "tests/unit/codegen_emit_support.hpp"

using namespace tessera;
using namespace tessera::testing;
using Catch::Matchers::Contains;

TEST_CASE("an instruction that sees the machine's state is in no parallel loop") {
  const std::string program =
      "config C:\n    k: index\n@instr(\"use({x_data});\")\ndef use(x: [f32][4]):\n    if C.k == 3:\n        x[0] = "
      "1.0\n"
      "def g(x: [f32][4]):\n    use(x)\n";
  const auto refused = Contains("error[config]: use sees C.k in the machine, and each thread of the parallel loop i");
  const std::string f = "def f(x: f32[8, 4]):\n    for i in ";
  CHECK_THROWS_WITH(emitted(program + f + "par(0, 8):\n        use(x[i, 0:4])\n"), refused);
  CHECK_THROWS_WITH(emitted(program + f + "par(0, 8):\n        for j in seq(0, 2):\n            g(x[i, 0:4])\n"),
                    refused);
  CHECK_NOTHROW(emitted(program + f + "seq(0, 8):\n        g(x[i, 0:4])\n"));
}

TEST_CASE("perfectly nested parallel loops share their iterations among the threads") {
  const codegen::Emitted e = emitted(R"(
def fill(n: size, x: f32[n, 6, 5, n]):
    for i in par(0, n):
        for j in par(0, 6):
            for k in par(1, 5):
                for l in par(0, n):
                    x[i, j, k, l] = 0.0
            for k in seq(0, 5):
                x[i, j, k, 0] = 1.0
)");
  CHECK_THAT(e.source, Contains(R"(  struct tessera_parts tessera_parts_1;
  tessera_divide(&tessera_parts_1, 6 * n);
#ifdef _OPENMP
  #pragma omp parallel
#endif
  for (struct tessera_chunk tessera_chunk_1 = tessera_nothing(&tessera_parts_1); tessera_take(&tessera_parts_1, &tessera_chunk_1);)
    for (int64_t tessera_iteration_1 = tessera_chunk_1.from; tessera_iteration_1 < tessera_chunk_1.to; tessera_iteration_1++) {
      const int64_t i = tessera_iteration_1 / 6;
      const int64_t j = tessera_iteration_1 % 6;
)"));
  CHECK_THAT(e.source, Contains("tessera_divide(&tessera_parts_2, 4);") &&
                           Contains("const int64_t k = 1 + tessera_iteration_2;"));
  CHECK_THAT(e.source, Contains("tessera_divide(&tessera_parts_3, n);"));
}

TEST_CASE("a counter that no iteration reads is not declared") {
  const codegen::Emitted e = emitted(
      "def f(x: f32[4]):\n    for i in par(0, 3):\n        for j in par(2, 2 + 1):\n"
      "            for k in seq(0, 1):\n                pass\n");
  CHECK_THAT(e.source,
             Contains("tessera_divide(&tessera_parts_1, 3);") && !Contains("int64_t i =") && !Contains("int64_t j ="));
}

TEST_CASE("functions cannot have the names of OpenMP's that parallel loops call") {
  for (const std::string name : {"omp_get_max_threads", "omp_get_thread_num"})
    CHECK_THAT(emitted("def " + name + "(y: f32):\n    y = 1.0\n").source, Contains("void " + name + "_("));
}
