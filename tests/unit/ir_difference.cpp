// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "dsl/ir/difference.hpp"

using namespace tessera;
using namespace tessera::ir;

namespace {

const Sym x = Sym::fresh("x"), i = Sym::fresh("i"), following = Sym::fresh("after");

Stmt write(double value) { return Assign{x, {}, float_lit(value, Scalar::f32), Scalar::f32}; }
Stmt alloc(Sym name) { return Alloc{name, {Scalar::f32, {}, false}, dram()}; }
Stmt loop(Block body) { return For{i, int_lit(0), int_lit(4), std::move(body), LoopMode::seq}; }

}  // namespace

TEST_CASE("programs with the same statements do not differ") {
  const Block p{alloc(x), loop({write(0)}), write(1)};
  CHECK(differences(p, p).empty());
  CHECK(differences(p, {p[0], with_branch(p[1], Branch::body, *branch(p[1], Branch::body)), p[2]}).empty());
}

TEST_CASE("a difference stands in the list that changed, with what is visible there") {
  const Block body{write(0), write(1), write(2)};
  const Block before{alloc(x), loop(body), alloc(following)};
  Block changed = body;
  changed.set(1, write(4));
  const Block after{before[0], with_branch(before[1], Branch::body, changed), before[2]};
  const std::vector<Difference> all = differences(before, after);
  REQUIRE(all.size() == 1);
  CHECK((all[0].is_visible(x) && all[0].is_visible(i) && !all[0].is_visible(following)));
  REQUIRE(all[0].before.size() == 1);
  REQUIRE(all[0].after.size() == 1);
  CHECK(all[0].before[0].identity() == body[1].identity());
  CHECK(all[0].after[0].identity() == changed[1].identity());
  REQUIRE(all[0].following.size() == 1);
  CHECK(all[0].following[0].identity() == body[2].identity());
}

TEST_CASE("statements that came and went are one difference") {
  const Block before{alloc(x), write(0), write(1)};
  SECTION("one more") {
    const Block after{before[0], before[1], write(5), before[2]};
    const std::vector<Difference> all = differences(before, after);
    REQUIRE(all.size() == 1);
    CHECK(all[0].before.empty());
    CHECK(all[0].after.size() == 1);
    CHECK(all[0].following.size() == 1);
  }
  SECTION("none left") {
    const std::vector<Difference> all = differences(before, {});
    REQUIRE(all.size() == 1);
    CHECK(all[0].before.size() == 3);
    CHECK(all[0].after.empty());
  }
  SECTION("a statement twice") {
    const Block after{before[0], before[1], before[1], before[2]};
    const std::vector<Difference> all = differences(before, after);
    REQUIRE(all.size() == 1);
    CHECK(all[0].after.size() == 1);
  }
}

TEST_CASE("a loop with other bounds or of another mode is another loop") {
  const Block before{loop({write(0)})};
  const auto with = [&](Expr hi, LoopMode mode) {
    return Block{For{i, int_lit(0), std::move(hi), *branch(before[0], Branch::body), mode}};
  };
  const Expr hi = before[0].as<For>()->hi;
  for (const Block& after : {with(int_lit(4), LoopMode::seq), with(hi, LoopMode::par)}) {
    const std::vector<Difference> all = differences(before, after);
    REQUIRE(all.size() == 1);
    CHECK(all[0].after[0].as<For>() != nullptr);
  }
}

TEST_CASE("arguments and assertions make the head of a procedure") {
  Procedure p;
  p.args = {{x, {Scalar::size, {}, false}, nullptr, {}}};
  p.asserts = {bool_lit(true)};
  CHECK(have_same_head(p, p));
  Procedure q = p;
  q.asserts = {bool_lit(true)};
  CHECK_FALSE(have_same_head(p, q));
  q = p;
  q.args[0].type.scalar = Scalar::index;
  CHECK_FALSE(have_same_head(p, q));
  q = p;
  q.args.push_back({i, {Scalar::size, {}, false}, nullptr, {}});
  CHECK_FALSE(have_same_head(p, q));
}
