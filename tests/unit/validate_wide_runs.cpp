// SPDX-License-Identifier: Apache-2.0
// Integers over the whole range of their types.
#include "tests/unit/validate_support.hpp"

using namespace tessera;
using testing::copying;
using testing::difference;
using testing::validated;

namespace {

const std::string bytes_head = "def p(a: i8, b: i8, z: i32):\n";
const std::string dot_head = "def p(n: size, a: i8[n], b: i8[n], acc: i32):\n";

}  // namespace

TEST_CASE("an integer in a place that is too narrow for it is a difference") {
  const Diagnostic d = difference(bytes_head + "    z = a * b\n", bytes_head + "    t: i8\n    t = a * b\n    z = t\n");
  CHECK(d.code == "equivalence");
  CHECK_THAT(d.message, Catch::StartsWith("p and its scheduled form differ: z is "));
  CHECK(validated(bytes_head + "    z = a * b\n", bytes_head + "    t: i32\n    t = a * b\n    z = t\n").tested.wide ==
        1);
}

TEST_CASE("a narrow place is a difference in a callee, a field and a loop too") {
  const std::string loop = dot_head + "    for i in seq(0, n):\n";
  CHECK(difference(loop + "        acc += a[i] - b[i]\n",
                   loop + "        t: i8\n        t = a[i] - b[i]\n        acc += t\n")
            .counterexample->text() == "n = 1");
  const std::string config = "config Cfg:\n    s: i8\n";
  validate::Options modulo;
  modulo.modulo = {"Cfg.s"};
  CHECK(difference(config + bytes_head + "    z = a * b\n", config + bytes_head + "    Cfg.s = a * b\n    z = Cfg.s\n",
                   modulo)
            .code == "equivalence");
  const std::string callee = "def f(a: i8, b: i8, z: i32):\n    t: i8\n    t = a + b\n    z = t\n";
  CHECK(difference(bytes_head + "    z = a + b\n", callee + bytes_head + "    f(a, b, z)\n").code == "equivalence");
}

TEST_CASE("a sum of products of bytes may be taken in another order") {
  const std::string tiled_dot = dot_head + R"(
    for io in seq(0, n / 4):
        part: i32
        part = 0.0
        for ii in seq(0, 4):
            part += b[4 * io + ii] * a[4 * io + ii]
        acc += part
    for i in seq(0, n % 4):
        acc += a[4 * (n / 4) + i] * b[4 * (n / 4) + i]
)";
  const validate::Validation v =
      validated(dot_head + "    for i in seq(0, n):\n        acc += a[i] * b[i]\n", tiled_dot);
  CHECK(v.tested.choices > 5);
  CHECK(v.tested.wide == v.tested.choices);
}

TEST_CASE("integers that wrap on the way to a sum that fits are no difference") {
  const std::string head = "def p(x: i32, a: i32[2]):\n";
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    validate::Options options;
    options.seed = seed;
    CHECK(validated(head + "    x += a[0]\n    x += a[1]\n", head + "    x += a[1]\n    x += a[0]\n", options)
              .tested.wide == 1);
  }
}

TEST_CASE("what a floating-point sum is rounded to does not count") {
  const std::string head = "def p(x: f32[4], z: i32):\n    s: f32\n";
  CHECK(validated(head + "    s = (x[0] + 0.1) + x[1]\n    z = s\n", head + "    s = x[0] + (0.1 + x[1])\n    z = s\n")
            .tested.wide == 1);
}

TEST_CASE("programs without integers are not run on wide ones") { CHECK(validated(copying, copying).tested.wide == 0); }
