// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "dsl/interp/compare.hpp"
#include "tessera/schedules.hpp"
#include "tessera/tessera.hpp"

using namespace tessera;
using namespace tessera::schedules;
using Catch::Matchers::Contains;

namespace {

/// The mean of 3 x 3 pixels; `asserts` are lines for its head.
std::string blur(const std::string& asserts = "") {
  return "def blur(n: size, m: size, x: f32[n + 2, m + 2], y: f32[n, m]):\n" + asserts +
         R"(    rows: f32[n + 2, m]
    for i in seq(0, n + 2):
        for j in seq(0, m):
            rows[i, j] = x[i, j] + x[i, j + 1] + x[i, j + 2]
    for i in seq(0, n):
        for j in seq(0, m):
            y[i, j] = rows[i, j] + rows[i + 1, j] + rows[i + 2, j]
)";
}
const char* const whole_tiles = "    assert n % 4 == 0\n    assert m % 16 == 0\n";

std::string body(const Proc& p) {
  std::string text = p.text(), line;
  for (text = text.substr(text.find('\n') + 1); (line = text.substr(0, text.find('\n'))).find("assert") == 4;)
    text = text.substr(line.size() + 1);
  return text;
}

/// The scheduled procedure computes what the first version did. Sizes that it does not have are passed over.
void same_results(const Proc& p, std::int64_t n, std::int64_t m) {
  const ir::Procedure& first = *p.history().front()->ir;
  const auto found =
      interp::first_difference<interp::Floats>(first, p.ir(), interp::control_values(first, {{"n", n}, {"m", m}}), 1);
  CHECK((found ? found->text : "") == "");
}

std::string refusal(const std::function<Proc()>& f) {
  try {
    f();
  } catch (const SchedulingError& e) { return e.diagnostic().code + ": " + e.diagnostic().message; }
  return "";
}

}  // namespace

TEST_CASE("reorder puts the named loops in order and leaves the others where they are") {
  Session session;
  const Proc p = session.proc(
      "def f(n: size, A: f32[n, n, n, n]):\n"
      "    for a in seq(0, n):\n"
      "        for b in seq(0, n):\n"
      "            for c in seq(0, n):\n"
      "                for d in seq(0, n):\n"
      "                    A[a, b, c, d] = 1.0\n");
  const Proc done = reorder(p, {"d", "c", "a"});
  std::string order;
  for (const Cursor& l : loops(done)) order += l.name();
  CHECK(order == "dbca");
  same_results(done, 3, 0);
  CHECK(reorder(p, {"a", "b", "d"}).text() == p.text());
  CHECK_THAT(refusal([&] { return reorder(p, {"a", "e"}); }), Contains("pattern"));
}

TEST_CASE("reorder refuses loops with other statements between them") {
  Session session;
  const Proc p = session.proc(blur());
  CHECK(refusal([&] {
          return reorder(p, {"i", "j #1"});
        }) == "reorder: the loops are no perfect nest: 1 of 2 are in one");
}

TEST_CASE("split, unroll and parallel are the primitives") {
  Session session;
  Proc p = session.proc(
      "def f(n: size, A: f32[4 * n]):\n"
      "    for i in seq(0, 4 * n):\n"
      "        A[i] = 1.0\n");
  p = parallel(unroll(split(p, "i", 4, "blocks", "ii", Tail::perfect), "ii"), "blocks");
  CHECK_THAT(p.text(), Contains("for blocks in par(") && Contains("A[3 + 4 * blocks] = 1.0"));
}

TEST_CASE("the window that a block uses holds all its indices and windows") {
  Session session;
  const Proc p = session.proc(
      "def take(a: [f32][3], b: f32[1]):\n"
      "    b[0] += a[0]\n"
      "def f(n: size, A: f32[n + 4, n], b: f32[1]):\n"
      "    for i in seq(0, n):\n"
      "        for k in seq(0, 3):\n"
      "            A[i + 3 - k, i] = A[i + 2, i]\n"
      "        take(A[i + 2:i + 5 - 1 + 1, 0], b)\n");
  CHECK(window_used(p.find_loop("k").as_block(), "A") == "A[i + 1 : i + 4, i]");
  CHECK_THAT(refusal([&] { return window_used(p.find_loop("i").body(), "A"), p; }),
             Contains("stage: A: the block uses it at indices that do not differ by a constant"));
}

TEST_CASE("rows that several iterations read are computed by each of them") {
  Session session;
  const Proc reference = session.proc(blur());
  Proc p = compute_at(reference, "rows", "i #1");
  CHECK(body(p) == R"(    rows: f32[n + 2, m] @ DRAM
    for i in seq(0, n):
        for ii in seq(0, 3):
            for j in seq(0, m):
                rows[ii + i, j] = x[ii + i, j] + x[ii + i, j + 1] + x[ii + i, j + 2]
        for j in seq(0, m):
            y[i, j] = rows[i, j] + rows[i + 1, j] + rows[i + 2, j]
)");
  p = store_at(p, "rows", "i");
  CHECK(body(p) == R"(    for i in seq(0, n):
        rows: f32[3, m] @ DRAM
        for ii in seq(0, 3):
            for j in seq(0, m):
                rows[ii, j] = x[ii + i, j] + x[ii + i, j + 1] + x[ii + i, j + 2]
        for j in seq(0, m):
            y[i, j] = rows[0, j] + rows[1, j] + rows[2, j]
)");
  CHECK(compute_and_store_at(reference, "rows", "i #1").text() == p.text());
  same_results(p, 5, 3);
}

TEST_CASE("a stage goes as deep as the consumer's innermost loop") {
  Session session;
  const Proc p = compute_and_store_at(session.proc(blur()), "rows", "j #1");
  CHECK(body(p) == R"(    for i in seq(0, n):
        for j in seq(0, m):
            rows: f32[3, 1] @ DRAM
            for ii in seq(0, 3):
                rows[ii, 0] = x[ii + i, j] + x[ii + i, j + 1] + x[ii + i, j + 2]
            y[i, j] = rows[0, 0] + rows[1, 0] + rows[2, 0]
)");
  same_results(p, 4, 5);
}

TEST_CASE("a tile of rows, and a tile of both") {
  Session session;
  Proc p = split(session.proc(blur(whole_tiles)), "i #1", 4, "io", "ii", Tail::perfect);
  const Proc rows = compute_and_store_at(p, "rows", "io");
  CHECK_THAT(rows.text(), Contains("rows: f32[6, m]") && Contains("for ii_1 in seq(0, 6):"));
  same_results(rows, 8, 16);
  p = reorder(split(p, "j #1", 16, "jo", "ji", Tail::perfect), {"io", "jo", "ii", "ji"});
  p = compute_and_store_at(p, "rows", "jo");
  CHECK(body(p) == R"(    for io in seq(0, n / 4):
        for jo in seq(0, m / 16):
            rows: f32[6, 16] @ DRAM
            for ii_1 in seq(0, 6):
                for ji_1 in seq(0, 16):
                    rows[ii_1, ji_1] = x[ii_1 + 4 * io, ji_1 + 16 * jo] + x[ii_1 + 4 * io, ji_1 + 16 * jo + 1] + x[ii_1 + 4 * io, ji_1 + 16 * jo + 2]
            for ii in seq(0, 4):
                for ji in seq(0, 16):
                    y[ii + 4 * io, ji + 16 * jo] = rows[ii, ji] + rows[ii + 1, ji] + rows[ii + 2, ji]
)");
  same_results(p, 8, 32);
}

TEST_CASE("a tile of rows stays in vectors") {
  Session session;
  for (const char* name : {"avx512", "neon"}) {
    const VectorTarget t = session.hwlib(name).vectors();
    Proc p = split(session.proc(blur(whole_tiles)), "i #1", 4, "io", "ii", Tail::perfect);
    p = split(p, "j #1", t.lanes, "jo", "ji", Tail::perfect);
    p = reorder(p, {"io", "jo", "ii", "ji"});
    p = compute_and_store_at(p, "rows", "jo");
    p = set_memory(p, "rows", t.memory);
    for (const char* lanes : {"ji_1", "ji"}) p = vectorize_lanes(p, p.find_loop(lanes), t);
    for (const char* loop : {"ii_1", "ii"}) p = unroll(p, loop);
    CHECK_THAT(p.text(), Contains("rows: f32[6, " + std::to_string(t.lanes) + "] @ "));
    CHECK_FALSE(c_source(p).empty());
    same_results(p, 4, 32);
  }
}

TEST_CASE("a consumer that starts elsewhere, and takes two at a time") {
  Session session;
  Proc p = session.proc(
      "def f(n: size, x: f32[n + 2], y: f32[n + 1]):\n"
      "    a: f32[n + 2]\n"
      "    for k in seq(0, n + 2):\n"
      "        a[k] = x[k] * x[k]\n"
      "    for i in seq(1, n + 1):\n"
      "        y[i] = a[i - 1] + a[i + 1]\n");
  p = compute_and_store_at(p, "a", "i");
  CHECK_THAT(p.text(),
             Contains("for i in seq(1, n + 1):") && Contains("a: f32[3]") && Contains("a[ki] = x[ki + i - 1]"));
  p = session.proc(
      "def g(n: size, x: f32[2 * n], y: f32[n]):\n"
      "    a: f32[2 * n]\n"
      "    for k in seq(0, 2 * n):\n"
      "        a[k] = 0.0\n"
      "    for k in seq(0, 2 * n):\n"
      "        a[k] += x[k]\n"
      "    for i in seq(0, n):\n"
      "        y[i] = a[2 * i] + a[2 * i + 1]\n");
  p = compute_and_store_at(p, "a", "i");
  CHECK(body(p) == R"(    for i in seq(0, n):
        a: f32[2] @ DRAM
        for ki_1 in seq(0, 2):
            a[ki_1] = 0.0
        for ki in seq(0, 2):
            a[ki] += x[ki + 2 * i]
        y[i] = a[0] + a[1]
)");
  same_results(p, 4, 0);
}

TEST_CASE("a stage that all iterations read whole is computed by each of them") {
  Session session;
  Proc p = session.proc(
      "def f(n: size, x: f32[4], y: f32[n, 4]):\n"
      "    a: f32[4]\n"
      "    for k in seq(0, 4):\n"
      "        a[k] = x[k] * x[k]\n"
      "    for i in seq(0, n):\n"
      "        for j in seq(0, 4):\n"
      "            y[i, j] = a[j]\n");
  p = compute_and_store_at(p, "a", "j");
  CHECK(body(p) == R"(    for i in seq(0, n):
        for j in seq(0, 4):
            a: f32[1] @ DRAM
            a[0] = x[j] * x[j]
            y[i, j] = a[0]
)");
}

TEST_CASE("what the words do not cover is refused, what would be wrong by the primitive") {
  Session session;
  const Proc p = session.proc(blur());
  CHECK(refusal([&] { return compute_at(p, "rows", "i"); }) ==
        "compute_at: no nest that computes rows stands right in front of i or a loop around it");
  CHECK(refusal([&] { return store_at(p, "x", "i"); }) == "store_at: x is not allocated outside of the loop i");
  CHECK_THAT(refusal([&] { return store_at(p, "rows", "i #1"); }), Contains("sink_alloc.R2"));
  const Proc sums = session.proc(
      "def f(n: size, x: f32[n + 1], y: f32[n]):\n"
      "    a: f32[n + 1]\n"
      "    for k in seq(0, n + 1):\n"
      "        a[k] = 0.0\n"
      "    for k in seq(0, n + 1):\n"
      "        a[k] += x[k]\n"
      "    for i in seq(0, n):\n"
      "        y[i] = a[i] + a[i + 1]\n");
  CHECK_THAT(refusal([&] { return compute_at(sums, "a", "i"); }), Contains("divide_with_recompute.S1"));
  const Proc diagonal = session.proc(
      "def f(n: size, y: f32[n]):\n"
      "    a: f32[n, n]\n"
      "    for k in seq(0, n):\n"
      "        for l in seq(0, n):\n"
      "            a[k, l] = 0.0\n"
      "    for i in seq(0, n):\n"
      "        y[i] = a[i, i]\n");
  CHECK_THAT(refusal([&] { return compute_at(diagonal, "a", "i"); }), Contains("along several dimensions of a"));
}
