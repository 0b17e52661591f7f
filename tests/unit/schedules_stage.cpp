// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tessera/schedules.hpp"
#include "tessera/tessera.hpp"

using namespace tessera;
using namespace tessera::schedules;
using Catch::Matchers::Contains;

namespace {

struct Tile {
  Tile() : target(session.hwlib("avx512").vectors()) {
    p = session.proc(
        "def f(r: size, A: f32[r, 4], B: f32[r, 32], C: f32[4, 32]):\n"
        "    for k in seq(0, r):\n"
        "        for i in seq(0, 4):\n"
        "            for j in seq(0, 32):\n"
        "                C[i, j] += A[k, i] * B[k, j]\n");
  }
  Session session;
  VectorTarget target;
  Proc p;
};

}  // namespace

TEST_CASE("the window that a block uses is read off its indices") {
  Tile t;
  CHECK(window_used(t.p.find_loop("k").as_block(), "C") == "C[0 : 4, 0 : 32]");
  CHECK(window_used(t.p.find_loop("i").as_block(), "B") == "B[k, 0 : 32]");
}

TEST_CASE("an operand is loaded before the block and stored after it") {
  Tile t;
  const std::string text = stage_operand(t.p, "k", "C", "tile", t.target).text();
  CHECK_THAT(text, Contains("tile: f32[4, 2, 16] @ AVX512"));
  CHECK_THAT(text, Contains("mm512_loadu_ps(tile[i0, i1o, 0:16], C[i0, 16 * i1o:16 * i1o + 16])"));
  CHECK_THAT(text, Contains("mm512_storeu_ps(C[i0, 16 * i1o:16 * i1o + 16], tile[i0, i1o, 0:16])"));
}

TEST_CASE("an accumulator starts at zero and is added back") {
  Tile t;
  const std::string text = stage_accumulator(t.p, "k", "C", "tile", t.target).text();
  CHECK_THAT(text, Contains("mm512_setzero_ps(tile[i0, i1o, 0:16])"));
  CHECK_THAT(text, Contains("mm512_storeu_add_ps(C[i0, 16 * i1o:16 * i1o + 16], tile[i0, i1o, 0:16])"));
}

TEST_CASE("a window that fills no whole number of vectors lies in as many as it takes") {
  Tile t;
  const std::string text = stage_operand(t.p, "k", "A[0:r, 0:4]", "a", t.target).text();
  CHECK_THAT(text, Contains("a: f32[r, 16] @ AVX512"));
  CHECK_THAT(text, Contains("mm512_maskz_loadu_ps(4, a[i0, 0:16], A[i0, 0:4])"));
  const Proc p = t.session.proc(
      "def f(r: size, B: f32[r, 20], C: f32[20]):\n"
      "    for k in seq(0, r):\n"
      "        for j in seq(0, 20):\n"
      "            C[j] += B[k, j]\n");
  const std::string wide = stage_operand(p, "k", "B[0:r, 0:20]", "b", t.target).text();
  CHECK_THAT(wide, Contains("b: f32[r, 2, 16] @ AVX512"));
  CHECK_THAT(wide, Contains("mm512_loadu_ps(b[i0, 0, 0:16], B[i0, 0:16])"));
  CHECK_THAT(wide, Contains("mm512_maskz_loadu_ps(4, b[i0, 1, 0:16], B[i0, 16:20])"));
}

TEST_CASE("without masks the lanes divide a window") {
  Tile t;
  VectorTarget without = t.target;
  std::erase_if(without.instructions, [](const Proc& p) {
    const auto& facts = p.ir().instr->facts;
    return facts.count("role") && facts.at("role") == "masked_store";
  });
  CHECK_THROWS_WITH(stage_operand(t.p, "k", "A[0:r, 0:4]", "a", without), Contains("that 16 lanes divide"));
}

TEST_CASE("a window holds indices that differ by constants; others want their window given") {
  Session session;
  const Proc p = session.proc(
      "def f(n: size, m: size, x: f32[n + m + 1], y: f32[n]):\n"
      "    for i in seq(0, n):\n"
      "        y[i] = x[i] + x[i + 1]\n"
      "    for i in seq(0, n):\n"
      "        y[i] = x[i] + x[i + m]\n");
  CHECK(window_used(p.find_loop("i").as_block(), "x") == "x[0 : n + 1]");
  CHECK_THROWS_WITH(window_used(p.find_loop("i #1").as_block(), "x"), Contains("do not differ by a constant"));
}
