#include <catch2/catch.hpp>

#include "tessera/schedules.hpp"
#include "tessera/tessera.hpp"

using namespace tessera;
using namespace tessera::schedules;
using Catch::Matchers::Contains;

namespace {

struct OnTarget {
  explicit OnTarget(const std::string& name) : target(session.hwlib(name).vectors()) {}
  Session session;
  VectorTarget target;
};

}  // namespace

TEST_CASE("a loop becomes whole vectors, and the rest one masked vector") {
  OnTarget on("avx512");
  Proc p = on.session.proc(
      "def f(n: size, x: f32[n], y: f32[n]):\n"
      "    for i in seq(0, n):\n"
      "        y[i] += 2.0 * x[i]\n");
  const std::string text = vectorize(p, "i", on.target, Leftover::masked).text();
  CHECK_THAT(text, Contains("mm512_fmadd_scalar_ps(y_v[0:16], x_v[0:16], constant)"));
  CHECK_THAT(text, Contains("if n % 16 > 0:"));
  CHECK_THAT(text, Contains("mm512_mask_storeu_ps(n % 16, y[16 * (n / 16):n]"));
}

TEST_CASE("a sum becomes vectors of sums and is added up behind the loop, which the trace tells") {
  OnTarget on("neon");
  Proc p = on.session.proc(
      "def f(n: size, x: f32[n], s: f32[1]):\n"
      "    for i in seq(0, n):\n"
      "        s[0] += x[i]\n");
  p = vectorize(p, "i", on.target, Leftover::scalar, 2);
  CHECK_THAT(p.text(), Contains("s_sums: f32[2, 4] @ Neon") && Contains("neon_vaddv_4xf32(s[0:1], s_sums[1, 0:4])"));
  bool told = false;
  for (const VersionRef& v : p.history()) told = told || (v->step.primitive == "replace" && v->step.reassociates);
  CHECK(told);
}

TEST_CASE("a statement that no instruction computes is named") {
  OnTarget on("avx512");
  Proc p = on.session.proc(
      "def f(n: size, x: f32[2 * n], y: f32[n]):\n"
      "    for i in seq(0, n):\n"
      "        y[i] = x[2 * i]\n");
  CHECK_THROWS_WITH(vectorize(p, "i", on.target, Leftover::scalar),
                    Contains("error[vectorize]: no instruction of AVX512") && Contains("x[2 * "));
}

TEST_CASE("a target without masks says which statement wants one") {
  OnTarget on("neon");
  Proc p = on.session.proc(
      "def f(n: size, x: f32[n], y: f32[n]):\n"
      "    for i in seq(0, n):\n"
      "        y[i] = x[i] + x[i]\n");
  CHECK_THROWS_WITH(vectorize(p, "i", on.target, Leftover::masked),
                    Contains("error[vectorize]: no instruction of Neon"));
}

TEST_CASE("lanes that do not divide the extent are refused when nothing may be left over") {
  OnTarget on("avx512");
  Proc p = on.session.proc("def f(x: f32[24]):\n    for i in seq(0, 24):\n        x[i] = 0.0\n");
  CHECK_THROWS_WITH(vectorize(p, "i", on.target, Leftover::none), Contains("error[divide_loop."));
}
