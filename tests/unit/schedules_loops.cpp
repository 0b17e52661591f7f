// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tessera/schedules.hpp"
#include "tessera/tessera.hpp"

using namespace tessera;
using namespace tessera::schedules;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

namespace {

Proc product(const std::string& epilogue = "") {
  static Session session;
  return session.proc(R"(
def p(n: size, m: size, l: size, A: f32[n, l], B: f32[l, m], C: f32[n, m]):
    assert n % 8 == 0
    for i in seq(0, n):
        for j in seq(0, m):
            for k in seq(0, l):
                C[i, j] += A[i, k] * B[k, j]
)" + epilogue);
}

const char* const relu = R"(    for i in seq(0, n):
        for j in seq(0, m):
            C[i, j] = relu(C[i, j])
)";

std::string loops_body(const Proc& p) {
  const std::string text = p.text(), head = "n % 8 == 0\n";
  return text.substr(text.find(head) + head.size());
}

}  // namespace

TEST_CASE("tiles of both loops, with a rim where they do not fit") {
  Proc p = tile(product(), {"i", "j"}, {4, 16}, Tail::cut);
  p = simplify(p);
  CHECK(loops_body(p) == R"(    for io in seq(0, n / 4):
        for jo in seq(0, m / 16):
            for ii in seq(0, 4):
                for ji in seq(0, 16):
                    for k in seq(0, l):
                        C[ii + 4 * io, ji + 16 * jo] += A[ii + 4 * io, k] * B[k, ji + 16 * jo]
        for ii in seq(0, 4):
            for ji in seq(0, m % 16):
                for k in seq(0, l):
                    C[ii + 4 * io, ji + m / 16 * 16] += A[ii + 4 * io, k] * B[k, ji + m / 16 * 16]
)");
}

TEST_CASE("one size for each loop") {
  CHECK_THROWS_WITH(tile(product(), {"i", "j"}, {4}, Tail::cut), Contains("2 loops and 1 sizes"));
}

TEST_CASE("rows side by side share what does not depend on the row") {
  Proc p = bind_expr(product(), "B[_]", "b");
  p = unroll_and_jam(p, "i", 2, Tail::perfect);
  CHECK(loops_body(p) == R"(    for io in seq(0, n / 2):
        for j in seq(0, m):
            for k in seq(0, l):
                b: f32 @ DRAM
                b = B[k, j]
                C[2 * io, j] += A[2 * io, k] * b
                C[1 + 2 * io, j] += A[1 + 2 * io, k] * b
)");
}

TEST_CASE("a statement leaves the loops that it does not depend on") {
  Proc p = bind_expr(reorder_loops(product(), "j k"), "A[_]", "a");
  p = lift_alloc(p, "a", 3);
  const Cursor load = p.find("a = _");
  p = hoist(p, load);
  CHECK(p.forward(load).parent().name() == "k");
}

TEST_CASE("an epilogue moves in as deep as the loops are equal") {
  CHECK(loops_body(fuse_epilogue(product(relu), "i")) == R"(    for i in seq(0, n):
        for j in seq(0, m):
            for k in seq(0, l):
                C[i, j] += A[i, k] * B[k, j]
            C[i, j] = relu(C[i, j])
)");
}

TEST_CASE("there must be an epilogue") {
  CHECK_THROWS_WITH(fuse_epilogue(product(), "i"), Contains("no statement follows the loop i"));
}

TEST_CASE("an epilogue that needs all results first is refused") {
  const char* const shifted =
      "    for i in seq(0, n):\n        for j in seq(0, m):\n"
      "            C[i, j] = C[n - 1 - i, j]\n";
  CHECK_THROWS_WITH(fuse_epilogue(product(shifted), "i"), Contains("error[fuse.S3]"));
}

TEST_CASE("all loops with literal bounds are unrolled") {
  Proc p = tile(product(), {"i"}, {2}, Tail::perfect);
  p = sink_loop(p, p.find_loop("ii"));
  p = unroll_all(p, p.find_loop("io"));
  CHECK_THAT(loops_body(p), EndsWith("                C[2 * io, j] += A[2 * io, k] * B[k, j]\n"
                                     "                C[1 + 2 * io, j] += A[1 + 2 * io, k] * B[k, j]\n"));
}
