// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "dsl/interp/compare.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;
using interp::Difference;

namespace {

template <class Domain> std::optional<Difference> compared(const std::string& before, const std::string& after,
                                                           const std::map<std::string, std::int64_t>& sizes) {
  ir::ProcRef a = syntax::parse_module(before, "before.tess").procs.back(),
              b = syntax::parse_module(after, "after.tess").procs.back();
  return interp::first_difference<Domain>(*a, *b, interp::control_values(*a, sizes), 7);
}

const char* const forward =
    "def f(n: size, x: f32[n + 1], y: f32[n]):\n    for i in seq(0, n):\n        x[i + 1] = x[i] + y[i]\n";

}  // namespace

TEST_CASE("two procedures that compute the same have no difference") {
  const char* same =
      "def g(m: size, a: f32[m + 1], b: f32[m]):\n    for k in seq(0, m):\n        a[k + 1] = b[k] + a[k]\n";
  CHECK(!compared<interp::Integers>(forward, same, {{"n", 5}}));
  CHECK(!compared<interp::Floats>(forward, same, {{"n", 5}}));
  CHECK(!compared<interp::Field>(forward, same, {{"n", 5}}));
}

TEST_CASE("a difference names the element and both values") {
  const char* other =
      "def f(n: size, x: f32[n + 1], y: f32[n]):\n    for i in seq(0, n):\n        x[i + 1] = x[i] + y[i]\n    x[1] = "
      "77.0\n";
  auto d = compared<interp::Integers>(forward, other, {{"n", 3}});
  REQUIRE(d);
  CHECK(d->kind == Difference::Kind::value);
  CHECK(d->text.find("x[1] is ") == 0);
  CHECK(d->text.find("77 after") != std::string::npos);
}

TEST_CASE("a failure after the change is told apart from one before it") {
  const char* fails =
      "def f(n: size, x: f32[n + 1], y: f32[n]):\n    for i in seq(0, n + 1):\n        x[i + 1] = x[i] + y[i]\n";
  auto after = compared<interp::Integers>(forward, fails, {{"n", 3}}),
       before = compared<interp::Integers>(fails, forward, {{"n", 3}});
  REQUIRE((after && before));
  CHECK(after->kind == Difference::Kind::after_failed);
  CHECK(before->kind == Difference::Kind::before_failed);
  CHECK(after->text.find("out of bounds") != std::string::npos);
}

TEST_CASE("the order of a sum does not matter in the field but a wrong factor does") {
  const char* sum = "def f(x: f32[4], s: f32):\n    for i in seq(0, 4):\n        s += x[i] * 0.1\n";
  const char* reversed = "def f(x: f32[4], s: f32):\n    for i in seq(0, 4):\n        s += 0.1 * x[3 - i]\n";
  const char* wrong = "def f(x: f32[4], s: f32):\n    for i in seq(0, 4):\n        s += 0.2 * x[3 - i]\n";
  CHECK(!compared<interp::Field>(sum, reversed, {}));
  CHECK(compared<interp::Field>(sum, wrong, {}));
}

TEST_CASE("a config that ends up different is reported as such") {
  const char* declaration = "config Cfg:\n    a: index\n";
  auto d = compared<interp::Integers>(std::string(declaration) + "def f(x: f32):\n    Cfg.a = 1\n",
                                      std::string(declaration) + "def f(x: f32):\n    Cfg.a = 2\n", {});
  REQUIRE(d);
  CHECK(d->kind == Difference::Kind::config);
  CHECK(d->text == "Cfg.a is 1 before, 2 after");
}

TEST_CASE("procedures of different signatures are not compared") {
  CHECK_THROWS_AS(compared<interp::Integers>(forward, "def f(x: f32):\n    pass\n", {{"n", 2}}), interp::InterpError);
}
