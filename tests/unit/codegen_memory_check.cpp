// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "codegen/memory_check.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;
using Catch::Matchers::Contains;

namespace {

const char* const machine = R"(
memory VEC:
    holds f32[4] as vec4
    registers 4

memory PAIR:
    holds f32[8] as vec8
    shares VEC
    registers 1

memory TILE:
    holds f32[4] as tile4
    indices constant

@instr("{dst_data} = load(&{src_data});")
def load(dst: [f32][4] @ VEC, src: [f32][4] @ DRAM):
    for i in seq(0, 4):
        dst[i] = src[i]

@instr("{dst_data} = zero();")
def zero_tile(dst: [f32][4] @ TILE):
    for i in seq(0, 4):
        dst[i] = 0.0

)";

std::vector<std::string> warnings_of(const std::string& text, bool allow_spills = false) {
  return codegen::check_memories(*syntax::parse_module(machine + text, "test.tess").procs.back(), allow_spills);
}

}  // namespace

TEST_CASE("a plain write to a register is refused and asks for the right kind of instruction") {
  CHECK_THROWS_WITH(
      warnings_of("def f(x: f32[4]):\n    v: f32[4] @ VEC\n    for i in seq(0, 4):\n        v[i] = x[i]\n"),
      Contains("error[memory]: v is written here") && Contains("v[i] = x[i]") && Contains("role load"));
  CHECK_THROWS_WITH(
      warnings_of("def f(x: f32[4]):\n    v: f32[4] @ VEC\n    for i in seq(0, 4):\n        v[i] = 0.0\n"),
      Contains("role zero"));
  CHECK_THROWS_WITH(
      warnings_of("def f(x: f32[4]):\n    v: f32[4] @ VEC\n    for i in seq(0, 4):\n        v[i] += x[i] * x[0]\n"),
      Contains("role fma"));
}

TEST_CASE("a plain read of a register is refused, through a window too") {
  CHECK_THROWS_WITH(warnings_of("def f(x: f32[4]):\n    v: f32[2, 4] @ VEC\n    w = v[1, 0:4]\n    x[0] = w[2]\n"),
                    Contains("error[memory]") && Contains("role store"));
}

TEST_CASE("registers that only instructions touch are fine") {
  CHECK(warnings_of(
            "def f(x: f32[8]):\n    v: f32[2, 4] @ VEC\n    load(v[0, 0:4], x[0:4])\n    load(v[1, 0:4], x[4:8])\n")
            .empty());
}

TEST_CASE("a memory that shares registers may have fewer of them than fit") {
  CHECK(warnings_of("def f(x: f32[8]):\n    v: f32[2, 4] @ VEC\n    w: f32[8] @ PAIR\n").empty());
  CHECK_THROWS_WITH(warnings_of("def f(x: f32[8]):\n    w: f32[2, 8] @ PAIR\n"),
                    Contains("error[registers]: f: 2 vectors of PAIR are alive at w, the machine has 1 registers"));
  CHECK_THROWS_WITH(
      warnings_of("def f(x: f32[8]):\n    v: f32[3, 4] @ VEC\n    w: f32[8] @ PAIR\n    load(v[0, 0:4], x[0:4])\n"),
      Contains("error[registers]: f: 5 vectors of PAIR and VEC are alive at w, the machine has 4 registers"));
}

TEST_CASE("a register buffer is an array of whole vectors") {
  CHECK_THROWS_WITH(warnings_of("def f(x: f32):\n    v: f32[2, 8] @ VEC\n"),
                    Contains("innermost dimension of v is 8, a vector has 4 lanes"));
  CHECK_THROWS_WITH(warnings_of("def f(x: f32):\n    v: f32 @ VEC\n"), Contains("error[memory]"));
  CHECK_THROWS_WITH(warnings_of("def f(n: size, x: f32):\n    v: f32[n, 4] @ VEC\n"),
                    Contains("extent n of v is not a positive constant"));
  CHECK_THROWS_WITH(warnings_of("def f(x: f32):\n    v: f64[2, 4] @ VEC\n"),
                    Contains("error[precision]: v is f64, but VEC holds f32[4]"));
}

TEST_CASE("a register window is whole vectors") {
  CHECK_THROWS_WITH(warnings_of("def f(x: f32[4]):\n    v: f32[4, 4] @ VEC\n    load(v[0:4, 1], x[0:4])\n"),
                    Contains("v[0:4, 1] is not whole vectors of VEC: the innermost dimension must be 0:4"));
}

TEST_CASE("arguments of a call stand in the memory and have the type that the callee declares") {
  CHECK_THROWS_WITH(warnings_of("def f(x: f32[4], y: f32[4]):\n    load(x[0:4], y[0:4])\n"),
                    Contains("error[memory]: x is in DRAM, but argument dst of load is in VEC"));
  CHECK_THROWS_WITH(warnings_of("def f(y: f64[4]):\n    v: f32[4] @ VEC\n    load(v[0:4], y[0:4])\n"),
                    Contains("error[precision]: y is f64, but argument src of load is f32") || Contains("error[type]"));
  CHECK(warnings_of("def f(x: f32):\n    y: f32[4] @ DRAM_STACK\n    v: f32[4] @ VEC\n    load(v[0:4], y[0:4])\n")
            .empty());
}

TEST_CASE("a register number that depends on a loop warns and names the loop") {
  auto warnings = warnings_of(
      "def f(n: size, x: f32[4]):\n    v: f32[2, 4] @ VEC\n    for i in seq(0, 2):\n        load(v[i, 0:4], x[0:4])\n");
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0], Contains("depends on loop i; unroll_loop it"));
  warnings = warnings_of(
      "def f(n: size, x: f32[4]):\n    v: f32[2, 4] @ VEC\n    for i in seq(0, n):\n        load(v[i % 2, 0:4], "
      "x[0:4])\n");
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0], Contains("loop i, whose bounds are not constant"));
}

TEST_CASE("a memory that must have constant indices refuses a loop's index") {
  CHECK_THROWS_WITH(
      warnings_of("def f(x: f32):\n    t: f32[2, 4] @ TILE\n    for i in seq(0, 2):\n        zero_tile(t[i, 0:4])\n"),
      Contains("TILE needs constant indices") && Contains("unroll_loop i"));
  CHECK(warnings_of("def f(x: f32):\n    t: f32[2, 4] @ TILE\n    zero_tile(t[1, 0:4])\n").empty());
}

TEST_CASE("more vectors than the machine has registers are an error, and a warning where that is allowed") {
  const std::string text =
      "def f(x: f32[4]):\n    a: f32[3, 4] @ VEC\n    load(a[0, 0:4], x)\n    b: f32[2, 4] @ VEC\n    load(b[0, 0:4], "
      "x)\n";
  CHECK(warnings_of(text).empty());  // a is not used any more when b is made
  const std::string more = text + "    load(a[1, 0:4], x)\n    c: f32[2, 4] @ VEC\n    load(c[0, 0:4], x)\n";
  CHECK_THROWS_WITH(warnings_of(more), Contains("error[registers]: f: 5 vectors of VEC are alive at b, the machine has "
                                                "4 registers") &&
                                           Contains("take a smaller tile; or --allow-spills"));
  const auto warnings = warnings_of(more, true);
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0], Contains("f: 5 vectors of VEC are alive at b, the machine has 4 registers: some will be"));
}

TEST_CASE("a vector that a loop uses is alive in all of it, and a window's use is the buffer's") {
  const std::string text =
      "def f(x: f32[4]):\n    a: f32[3, 4] @ VEC\n    w = a[0, 0:4]\n    for i in seq(0, 2):\n        b: f32[2, 4] @ "
      "VEC\n"
      "        load(b[0, 0:4], x)\n        load({}, x)\n";
  CHECK_THROWS_WITH(warnings_of(fmt::format(fmt::runtime(text), "a[1, 0:4]")), Contains("error[registers]"));
  CHECK_THROWS_WITH(warnings_of(fmt::format(fmt::runtime(text), "w")), Contains("error[registers]"));
  CHECK(warnings_of(fmt::format(fmt::runtime(text), "b[1, 0:4]")).empty());
}

TEST_CASE("iterations that run at once do not share a static buffer, be it a callee's") {
  const std::string callee = "def g(x: [f32][1]):\n    t: f32[1] @ DRAM_STATIC\n    t[0] = x[0]\n    x[0] += t[0]\n";
  const std::string loop = "def f(x: f32[4]):\n    for i in {}(0, 4):\n        if i > 1:\n            g(x[i:i + 1])\n";
  CHECK_THROWS_WITH(warnings_of(callee + fmt::format(fmt::runtime(loop), "par")),
                    Contains("error[memory]: t is static") && Contains("for i in par(0, 4)"));
  CHECK(warnings_of(callee + fmt::format(fmt::runtime(loop), "seq")).empty());
}
