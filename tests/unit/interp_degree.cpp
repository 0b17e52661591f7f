// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "dsl/interp/run.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;
using interp::Field;

namespace {

// The degrees that the scalar argument x ends with.
std::pair<int, int> degrees(const std::string& body, std::int64_t n = 3) {
  ir::ProcRef p =
      syntax::parse_module("def p(n: size, x: f32, y: f32, z: f32, v: f32[n]):\n" + body, "test.tess").procs.back();
  auto state = interp::random_arguments<Field>(*p, interp::control_values(*p, {{"n", n}}), 1);
  interp::run(*p, state);
  Field::Number r = state.values[1].tensor.data[0];
  return {static_cast<int>(r.numerator), static_cast<int>(r.denominator)};
}

}  // namespace

TEST_CASE("the degree of a polynomial is known") {
  CHECK(degrees("    x = 3.0\n") == std::pair{0, 0});
  CHECK(degrees("    x = y\n") == std::pair{1, 0});
  CHECK(degrees("    x = y * z + y * y * y - 2.0\n") == std::pair{3, 0});
  CHECK(degrees("    x = 1.0\n    for i in seq(0, n):\n        x = x * v[i]\n", 9) == std::pair{9, 0});
  CHECK(degrees("    x = 0.0\n    for i in seq(0, n):\n        x += y * v[i]\n", 9) == std::pair{2, 0});
  CHECK(degrees("    x = -y / 4.0\n") == std::pair{1, 0});
}

TEST_CASE("the degrees of a quotient of polynomials are known") {
  CHECK(degrees("    x = y * y / z\n") == std::pair{2, 1});
  CHECK(degrees("    x = y / z + z / y\n") == std::pair{2, 2});
  CHECK(degrees("    x = y / z / (z / y)\n") == std::pair{2, 2});
}

TEST_CASE("what an oracle gives is an input of its own, above its arguments") {
  CHECK(degrees("    x = relu(y * z) * y\n") == std::pair{4, 0});
}

TEST_CASE("degrees saturate") {
  CHECK(degrees("    x = y\n    for i in seq(0, n):\n        x = x * x\n", 40).first == -1);
}

TEST_CASE("fuel counts what a run does, and ends it at the limit") {
  ir::ProcRef p = syntax::parse_module(
                      "def p(n: size, x: f32):\n    t: f32[80]\n    for i in seq(0, n):\n        x = relu(x)\n", "t")
                      .procs.back();
  auto state = interp::random_arguments<Field>(*p, interp::control_values(*p, {{"n", 10}}), 1);
  interp::Fuel fuel;
  interp::run(*p, state, interp::Uninitialised::error, &fuel);
  CHECK(fuel.steps == 30);
  CHECK(fuel.calls == 10);
  interp::Fuel small;
  small.limit = 29;
  CHECK_THROWS_AS(interp::run(*p, state, interp::Uninitialised::error, &small), interp::OutOfFuel);
}
