// SPDX-License-Identifier: Apache-2.0
// C of memories with an allocation of their own.
#include "tests/unit/codegen_emit_support.hpp"

using namespace tessera;
using namespace tessera::testing;
using Catch::Matchers::Contains;

namespace {

const char* const workspace =
    "memory Workspace:\n    header \"workspace.h\"\n    allocate \"take({count}, sizeof({type}))\"\n"
    "    free \"give_back({name})\"\n";

}  // namespace

TEST_CASE("a memory with an allocation of its own is asked for every tensor, and given back in reverse order") {
  codegen::Emitted e = emitted(std::string(workspace) + R"tess(
memory Bytes:
    allocate "take_bytes({bytes} + 1, \"{{{name}}}\")"
    free "munmap({name}, {bytes})"
memory Arena:
    allocate "arena({count} * 8)"
    free ""

def f(n: size, x: f32[n]):
    small: f32[4] @ Workspace
    take: f64[n, n + 1] @ Bytes
    for i in seq(0, n):
        t: i8[i] @ Workspace
        small[0] = x[i]
        u: f32[n - 1] @ Arena
        if i > 2:
            v: f32[3] @ Bytes
            v[0] = 1.0
            x[i] = v[0]
        else:
            x[i] = small[0]
)tess");
  CHECK(from(e.source, "/* `count`") ==
        R"(/* `count`, or 1 for none; there is no way to go on when no memory is as large. */
static inline int64_t tessera_count(int64_t count, size_t element_size) {
  if (count < 0 || (uint64_t)count > (SIZE_MAX - 64) / element_size) abort();
  return count ? count : 1;
}

void f(int64_t n, float *restrict x) {
  float *small = take(4, sizeof(float));
  if (!small) abort();
  double *take_ = take_bytes((tessera_count(n * (n + 1), sizeof(double)) * sizeof(double)) + 1, "{take_}");
  if (!take_) abort();
  (void)take_;
  for (int64_t i = 0; i < n; i++) {
    int8_t *t = take(tessera_count(i, sizeof(int8_t)), sizeof(int8_t));
    if (!t) abort();
    (void)t;
    small[0] = x[i];
    float *u = arena(tessera_count(n - 1, sizeof(float)) * 8);
    if (!u) abort();
    (void)u;
    if (i > 2) {
      float *v = take_bytes((3 * sizeof(float)) + 1, "{v}");
      if (!v) abort();
      v[0] = 1.0f;
      x[i] = v[0];
      munmap(v, (3 * sizeof(float)));
    } else {
      x[i] = small[0];
    }
    give_back(t);
  }
  munmap(take_, (tessera_count(n * (n + 1), sizeof(double)) * sizeof(double)));
  give_back(small);
}
)");
  CHECK_THAT(e.source, Contains("#include <workspace.h>") && Contains("#include <stdlib.h>"));
  CHECK_THAT(e.source, !Contains("tessera_allocate"));
}

TEST_CASE("a buffer is given for one of DRAM where its memory is like DRAM, and nowhere else") {
  const std::string callee = "def g(n: size, x: [f32][n] @ ", rest = "):\n    x[0] = 0.0\n";
  const auto with = [&](const std::string& lines, const std::string& buffer, const std::string& argument) {
    return emitted("memory M:\n" + lines + callee + argument + rest + "def f(n: size):\n    t: f32[n] @ " + buffer +
                   "\n    g(n, t[0:n])\n");
  };
  for (const char* other : {"DRAM", "DRAM_STATIC"}) {
    CHECK_NOTHROW(with("    like DRAM\n", "M", other));
    CHECK_THROWS_WITH(with("    storage heap\n", "M", other),
                      Contains("error[memory]: t is in M, but argument x of g is in"));
  }
  CHECK_NOTHROW(with("    like DRAM\n", "DRAM", "M"));
  CHECK_THROWS_WITH(with("    storage heap\n", "DRAM", "M"),
                    Contains("error[memory]: t is in DRAM, but argument x of g is in M"));
}

TEST_CASE("a memory with an allocation of its own holds no scalar") {
  CHECK_THROWS_WITH(emitted(std::string(workspace) + "def f(x: f32[4]):\n    t: f32 @ Workspace\n    t = x[0]\n"),
                    Contains(":6:5: error[memory]: t is a scalar, but Workspace gives room to tensors only") &&
                        Contains("hint: set_memory t to DRAM"));
}

TEST_CASE("a memory is told how much to take back by what cannot have changed") {
  const auto with = [](const std::string& statement) {
    return "config C:\n    k: size\nmemory M:\n    allocate \"take({bytes})\"\n    free \"give({name}, {bytes})\"\n"
           "def set():\n    C.k = 1\n"
           "def f(x: f32[4]):\n    assert C.k > 0\n    t: f32[4, C.k] @ M\n    x[0] = 1.0\n    " +
           statement + "\n";
  };
  CHECK_THROWS_WITH(emitted(with("C.k = 1")), Contains(":10:5: error[config]: this reads C.k"));
  CHECK_THROWS_WITH(emitted(with("set()")), Contains(":10:5: error[config]: this reads C.k"));
  CHECK_NOTHROW(emitted(with("x[1] = 1.0")));
}
