// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "schedules/inspect.hpp"
#include "schemes/lower.hpp"
#include "tessera/tessera.hpp"

using namespace tessera;
using namespace tessera::schemes;
using Catch::Matchers::Contains;

namespace {

struct OnTarget {
  explicit OnTarget(const std::string& name) : target(session.hwlib(name).vectors()) {}
  Session session;
  schedules::VectorTarget target;
};

Proc lowered_product(Session& session, std::int64_t m, std::int64_t n, std::int64_t k) {
  return partial_eval(session.proc(R"(
def product(M: size, N: size, K: size, A: f32[M, K], B: f32[K, N], C: f32[M, N]):
    for i in seq(0, M):
        for j in seq(0, N):
            for k in seq(0, K):
                C[i, j] += A[i, k] * B[k, j]
)"),
                      {m, n, k});
}

bool is_parallel(const Cursor& loop) { return loop.stmt().as<ir::For>()->mode == ir::LoopMode::par; }

// The loops that are left, each as "counter extent", with those inside in brackets.
std::string loops(const std::vector<Cursor>& statements) {
  std::string out;
  for (const Cursor& s : statements)
    if (schedules::is_loop(s))
      out += (is_parallel(s) ? "par " : "") + s.name() + " " + std::to_string(schedules::literal_extent(s).value()) +
             "(" + loops(schedules::body_of(s)) + ")";
  return out;
}

bool has_only_calls(const Proc& p) {
  bool only = true;
  for (const Cursor& loop : schedules::innermost_loops(p))
    for (const Cursor& s : schedules::body_of(loop)) only = only && (s.kind_name() == "call" || schedules::is_alloc(s));
  return only;
}

}  // namespace

TEST_CASE("two microkernels cover the rows of a product") {
  OnTarget on("avx2");
  const Proc p = lower(lowered_product(on.session, 128, 128, 64), "i",
                       parse("R(j) Lseq(i, a, [(12, 6), (8, 7)]) T(64, k) U(a, i) U(2, j) V(j)"), on.target);
  CHECK(loops(schedules::body_of(p)) == "jt 8(it 12(k 64())it_1 8(k 64()))");
  INFO(p.text());
  CHECK(has_only_calls(p));
  CHECK_THAT(p.text(), Contains("C_tile: f32[6, 2, 8] @ AVX2") && Contains("f32[7, 2, 8] @ AVX2"));
}

TEST_CASE("a convolution by two microkernels along h, with the sums in registers over r, c and s") {
  OnTarget on("avx512");
  Proc p = partial_eval(on.session.proc(R"(
def conv(K: size, C: size, W: size, H: size, S: size, R: size,
         O: f32[W, H, K], F: f32[S, R, C, K], I: f32[W + S - 1, H + R - 1, C]):
    for k in seq(0, K):
        for w in seq(0, W):
            for h in seq(0, H):
                for s in seq(0, S):
                    for r in seq(0, R):
                        for c in seq(0, C):
                            O[w, h, k] += F[s, r, c, k] * I[w + s, h + r, c]
)"),
                        {32, 8, 5, 34, 3, 3});
  p = lower(p, "k", parse("Lseq(h, a, [(2, 5), (1, 7)]) T(5, w) T(2, k) T(2, h) T(3, r) T(8, c) U(3, s) U(a, h) V(k)"),
            on.target);
  CHECK(loops(schedules::body_of(p)) == "ht 2(w 5(kt 2(ht_1 2(r 3(c 8())))))w 5(kt_1 2(ht_2 2(r 3(c 8()))))");
  CHECK(has_only_calls(p));
}

TEST_CASE("a nest without vectors is tiled only") {
  OnTarget on("avx2");
  const Proc p =
      lower(lowered_product(on.session, 8, 6, 4), "i", parse("R(i) R(k) T(3, j) T(2, i) U(2, j)"), on.target);
  CHECK_THAT(p.text(), Contains("for it in seq(0, 4):\n        for k in seq(0, 4):\n            for jt in seq(0, 3):"));
}

TEST_CASE("a band of parallel loops, and one for each part of a sequence") {
  OnTarget on("avx2");
  const Proc whole = lowered_product(on.session, 34, 32, 8);
  CHECK(loops(schedules::body_of(lower(whole, "i", parse("par T(17, i) par T(2, j) R(k) U(2, i) U(2, j) V(j)"),
                                       on.target))) == "par it 17(par jt 2(k 8()))");
  const Proc parts =
      lower(whole, "i", parse("R(k) par Lseq(i, a, [(2, 5), (4, 6)]) par T(2, j) U(a, i) U(2, j) V(j)"), on.target);
  CHECK(loops(schedules::body_of(parts)) == "k 8(par it 2(par jt 2())par it_1 4(par jt_1 2()))");
  const Proc once =
      lower(whole, "i", parse("par Lseq(i, a, [(1, 4), (5, 6)]) par T(2, j) R(k) U(a, i) U(2, j) V(j)"), on.target);
  CHECK(loops(schedules::body_of(once)) == "par jt 2(k 8())par it 5(par jt_1 2(k 8()))");
}

TEST_CASE("iterations that add to one place do not run at once") {
  OnTarget on("avx2");
  const Proc p = lowered_product(on.session, 8, 8, 4);
  CHECK_THROWS_WITH(lower(p, "i", parse("R(i) par R(k) V(j)"), on.target),
                    Contains("error[scheme]") && Contains("the loop over k add to one place") &&
                        Contains("a dimension of the result"));
}

TEST_CASE("a scheme leaves loops that run once out") {
  OnTarget on("scalar");
  const Proc p = lower(lowered_product(on.session, 1, 8, 3), "i", parse("R(j) T(3, k) V(j)"), on.target);
  CHECK(loops(schedules::body_of(p)) == "jt 2(k 3())");
}

TEST_CASE("a sum of one product in a single tile has no loops left") {
  OnTarget on("avx512");
  const Proc p = lower(lowered_product(on.session, 1, 16, 1), "i", parse("V(j)"), on.target, 16);
  CHECK(loops(schedules::body_of(p)) == "");
  CHECK_THAT(p.text(), Contains("fma"));
}

TEST_CASE("nests that a scheme cannot be for are refused") {
  OnTarget on("avx2");
  const Proc symbolic =
      on.session.proc("def f(n: size, x: f32[n], s: f32[1]):\n    for i in seq(0, n):\n        s[0] += x[i]\n");
  CHECK_THROWS_WITH(lower(symbolic, "i", parse("R(i)"), on.target),
                    Contains("error[scheme]") && Contains("no literal bounds") && Contains("partial_eval"));
  const Proc assigns = on.session.proc("def f(x: f32[8]):\n    for i in seq(0, 8):\n        x[i] = 0.0\n");
  CHECK_THROWS_WITH(lower(assigns, "i", parse("R(i)"), on.target), Contains("something else than adding"));
}
