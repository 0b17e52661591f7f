// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tessera/schedules.hpp"
#include "tessera/tessera.hpp"

using namespace tessera;
using namespace tessera::schedules;

namespace {

Proc nest() {
  Session session;
  return session.proc(R"(
def p(n: size, x: f32[n, 8]):
    for i in seq(0, n):
        for j in seq(0, 8):
            x[i, j] = 1.0
)");
}

Proc swap(const Proc& p) { return reorder_loops(p, "i j"); }
Proc cut(const Proc& p) { return divide_loop(p, "j", 4, {"jo", "ji"}, Tail::perfect); }

}  // namespace

TEST_CASE("a refused operation leaves the procedure as it was") {
  const Proc p = swap(nest());
  CHECK_FALSE(try_do(p, swap));
  CHECK(attempt(p, swap).text() == p.text());
}

TEST_CASE("a sequence is refused when one of its steps is") {
  const Proc p = nest();
  CHECK(seq({swap, cut})(p).history().size() == 3);
  CHECK_THROWS_AS(seq({swap, swap})(p), SchedulingError);
}

TEST_CASE("the first choice that is accepted is taken, and the last refusal is told") {
  const Proc p = swap(nest());
  CHECK(first_of(p, {swap, cut}).text() == cut(p).text());
  CHECK_THROWS_WITH(first_of(p, {cut, cut}).text() == "" ? p : first_of(cut(p), {swap, cut}),
                    Catch::Matchers::Contains("error["));
}

TEST_CASE("repeat ends when the operation is refused") {
  const Proc p = repeat(nest(), [](const Proc& q) { return unroll_loop(q, "j"); });
  CHECK(loops(p).size() == 1);
}

TEST_CASE("repeat says so when an operation makes no progress") {
  const Operation again = [](const Proc& q) { return rename(q, "p"); };
  CHECK_THROWS_WITH(repeat(nest(), again, 20), Catch::Matchers::Contains("still accepted after 20 times") &&
                                                   Catch::Matchers::Contains("for i in seq(0, n):"));
}

TEST_CASE("an operation under a condition is done only where it holds") {
  const auto has_inner = [](const Proc& p) { return loops(p).size() > 1; };
  const Proc p = nest();
  CHECK(predicate(has_inner, swap)(p).text() == swap(p).text());
  const Proc flat = unroll_loop(p, "j");
  CHECK(predicate(has_inner, swap)(flat).text() == flat.text());
}

TEST_CASE("places that are gone are passed over") {
  const Proc p = nest();
  std::vector<Cursor> all = loops(p);
  const Proc out = for_each(p, {all[1], all[1]}, [](const Proc& q, const Cursor& c) { return unroll_loop(q, c); });
  CHECK(loops(out).size() == 1);
}
