// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <set>
#include <string>

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

std::set<std::string> roles_of(const VectorTarget& target) {
  std::set<std::string> out;
  for (const Proc& instruction : target.instructions) {
    const auto& facts = instruction.ir().instr->facts;
    if (const auto role = facts.find("role"); role != facts.end()) out.insert(role->second);
  }
  return out;
}

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

TEST_CASE("a sum becomes vectors of sums and is added up after the loop, which the trace tells") {
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

TEST_CASE("a sum in a scalar is told how to be one in memory") {
  OnTarget on("avx512");
  Proc p = on.session.proc(
      "def f(n: size, x: f32[n], y: f32[n], s: f32):\n"
      "    for i in seq(0, n):\n"
      "        s += x[i] * y[i]\n");
  try {
    vectorize(p, "i", on.target, Leftover::scalar);
    FAIL("accepted");
  } catch (const SchedulingError& e) {
    CHECK_THAT(e.diagnostic().hint, Contains("declare s as f32[1], and add to s[0]"));
  }
}

TEST_CASE("the vectors of a type come with the instructions that compute in it") {
  for (const char* name : {"avx512", "avx2", "lasx", "neon", "power10", "scalar", "wasm"}) {
    INFO(name);
    Session session;
    const HardwareLibrary library = session.hwlib(name);
    for (ir::Scalar type : {ir::Scalar::f32, ir::Scalar::f64}) {
      const VectorTarget target = library.vectors(type);
      CHECK(target.memory->register_type(type)->lanes == target.lanes);
      CHECK(target.has("load"));
      for (const Proc& instruction : target.instructions)
        for (const ir::Arg& a : instruction.ir().args) CHECK((a.type.is_control() || a.type.scalar == type));
    }
    const std::set<std::string> f32 = roles_of(library.vectors());
    CHECK(f32.size() > 20);
    CHECK(f32 == roles_of(library.vectors(ir::Scalar::f64)));
    CHECK(f32 == roles_of(library.of(ir::Scalar::f32).vectors()));
    CHECK(library.of(ir::Scalar::f64).vectors().lanes == library.lanes() / 2);
  }
}

TEST_CASE("an axpy in f64 becomes instructions on f64") {
  for (const auto& [name, fma] : {std::pair{"avx512", "mm512_fmadd_scalar_pd(y_v[0:8], x_v[0:8], a)"},
                                  {"avx2", "mm256_fmadd_scalar_pd(y_v[0:4], x_v[0:4], a)"},
                                  {"neon", "neon_vfma_n_2xf64(y_v[0:2], x_v[0:2], a)"},
                                  {"scalar", "scalar_fma_scalar_2xf64(y_v[0:2], x_v[0:2], a)"}}) {
    Session session;
    const VectorTarget target = session.hwlib(name).vectors(ir::Scalar::f64);
    Proc p = session.proc(
        "def axpy(n: size, a: f64, x: f64[n], y: f64[n]):\n"
        "    for i in seq(0, n):\n"
        "        y[i] += a * x[i]\n");
    p = vectorize(p, "i", target, Leftover::scalar);
    CHECK_THAT(p.text(), Contains(fma) && !Contains("f32"));
    CHECK_THAT(c_source(p), Contains("double") && !Contains("float "));
  }
}

TEST_CASE("instructions on f32 do not compute in f64") {
  OnTarget on("avx512");
  Proc p = on.session.proc(
      "def f(n: size, x: f64[n], y: f64[n]):\n"
      "    for i in seq(0, n):\n"
      "        y[i] += x[i]\n");
  CHECK_THROWS_WITH(vectorize(p, "i", on.target, Leftover::scalar), Contains("error[vectorize]: "));
}

TEST_CASE("a library is seen for one element type") {
  Session session;
  const HardwareLibrary avx512 = session.hwlib("avx512"), f64 = avx512.of(ir::Scalar::f64);
  CHECK(avx512["load"].name() == "mm512_loadu_ps");
  CHECK(f64["load"].name() == "mm512_loadu_pd");
  CHECK(f64["mm512_add_pd"].name() == "mm512_add_pd");
  CHECK(f64.memory()->name == "AVX512");
  CHECK(f64.memory("AVX512") == avx512.memory());
  CHECK(f64.lanes() == 8);
  CHECK_THROWS_WITH(f64["mm512_loadu_ps"], Contains("the library avx512.f64 has no 'mm512_loadu_ps'"));
  CHECK_THROWS_WITH(f64["fma_tile"], Contains("the library avx512.f64 has no 'fma_tile'"));
  CHECK_THROWS_WITH(avx512.of(ir::Scalar::i64),
                    Contains("the library avx512 has nothing of i64") && Contains("hint: it has f32, f64"));
  CHECK_THROWS_WITH(avx512.vectors(ir::Scalar::ui16), Contains("the library avx512 has nothing of ui16"));
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
