// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tuning_fixture.hpp"

using namespace tessera;
using namespace tessera::tuning;
using namespace tessera::tuning::test;

TEST_CASE("pixels a page apart conflict in L1, and weights of unrolled steps evict each other") {
  const auto cost = [](const char* shape, const UnrolledSums& unrolled, std::int64_t pixels) {
    const Problem p = convolution(shape);
    return RegisterTilings(p, machine, none_measured).cost(along_q(p, pixels, 2), unrolled);
  };
  CHECK(cost("64,1024,1,28,1,1", {}, 14).set_conflicts > 0);
  CHECK(cost("64,1024,1,28,1,1", {}, 4).set_conflicts == 0);
  CHECK(cost("64,1040,1,28,1,1", {}, 14).set_conflicts == 0);
  CHECK(cost("64,512,7,7,3,3", {"r", "s"}, 7).evicted > 0);
  CHECK(cost("64,520,7,7,3,3", {"r", "s"}, 7).evicted < cost("64,512,7,7,3,3", {"r", "s"}, 7).evicted / 2);
  CHECK(cost("64,512,7,7,3,3", {"s"}, 7).evicted < cost("64,512,7,7,3,3", {"r", "s"}, 7).evicted);
  CHECK(cost("64,512,7,7,3,3", {"s"}, 7).evicted > 0);
  CHECK(cost("64,520,7,7,3,3", {"s"}, 7).evicted == 0);
}

TEST_CASE(
    "where no tile was measured, unrolled steps that share what they read spill in tiles that fill the registers") {
  const Problem p = convolution("64,64,28,28,3,3");
  const RegisterTilings c(p, machine_with_broadcasts, none_measured);
  const auto near = [&](std::int64_t pixels, const UnrolledSums& unrolled) {
    return c.cost(along_q(p, pixels, 2), unrolled).l1_resident;
  };
  CHECK(near(14, {"s"}) > near(14, {}));
  CHECK(near(14, {"r"}) == near(14, {}));
  CHECK(near(7, {"s"}) == near(7, {}));
}

TEST_CASE("unrolled steps cost addresses where each element has an instruction of its own") {
  const Problem p = convolution("64,64,28,28,3,3");
  const auto more = [&](const Machine& m, const UnrolledSums& unrolled, std::int64_t pixels) {
    const RegisterTilings c(p, m, none_measured);
    return c.cost(along_q(p, pixels, 1), unrolled).l1_resident / c.cost(along_q(p, pixels, 1), {}).l1_resident;
  };
  CHECK(more(machine, {"r"}, 14) > 1);
  CHECK(more(machine, {"r"}, 14) > more(machine, {"r"}, 4));
  CHECK(more(machine, {"r"}, 2) == 1);  // six addresses are held
  CHECK(more(machine_with_broadcasts, {"r"}, 14) == 1);
}

TEST_CASE("a tile and its unrolled steps may read from more pages than a core prefetches from") {
  const Problem p = convolution("64,64,28,28,3,3");
  const RegisterTilings tilings(p, machine, none_measured);
  const auto pages = [&](const std::string& dim, const UnrolledSums& unrolled) {
    return tilings.cost({{dim, {{2, {14}}}}, 2, {{2, {2, 16}}}}, unrolled).pages;
  };
  CHECK(pages("p", {"r", "s"}) > 0);
  CHECK(pages("q", {"r", "s"}) == 0);
  CHECK(pages("p", {"r"}) == 0);
}

TEST_CASE("tiles at an edge cost as with the loop that is cut there not unrolled") {
  Microkernels measured;
  measured.measured({14, 1, ""}, 50);
  measured.measured({14, 1, "s"}, 100);
  const auto near = [&](const char* shape, const UnrolledSums& unrolled) {
    const Problem p = convolution(shape);
    return RegisterTilings(p, machine_with_broadcasts, measured).cost(along_q(p, 14, 1), unrolled).l1_resident /
           p.operations();
  };
  const double slow = near("K=64,C=64,H=28,W=28,R=3,S=3,pad=1", {}), fast = slow / 2;
  CHECK(near("64,64,28,28,3,3", {"s"}) == Approx(fast).epsilon(0.01));
  CHECK(near("K=64,C=64,H=28,W=28,R=3,S=3,pad=1", {"s"}) == Approx(slow).epsilon(0.01));  // both are at one
  CHECK(near("K=64,C=64,H=28,W=56,R=3,S=3,pad=1", {"s"}) == Approx((fast + slow) / 2).epsilon(0.01));
  CHECK(near("K=64,C=64,H=28,W=56,R=3,S=3,left=1,right=1,top=1,bottom=1", {}) == Approx(slow).epsilon(0.01));
  CHECK(near("K=64,C=64,H=28,W=57,R=3,S=3,left=1", {"s"}) == Approx((3 * fast + slow) / 4).epsilon(0.03));
}

TEST_CASE("a step longer than any measured one costs more than as many steps in a loop") {
  const auto times_as_long = [](const std::string& shape) {
    const Problem p = convolution(shape);
    const RegisterTilings tilings(p, machine, none_measured);
    const RegisterTiling tile = along_q(p, 14, 2);
    return tilings.cost(tile, {"r", "s"}).cycles / tilings.cost(tile, {"s"}).cycles;
  };
  CHECK(times_as_long("64,64,28,28,3,5") > times_as_long("64,64,28,28,3,3"));
}

TEST_CASE("the cost of a tile is that of L1, and each cause of waiting times its figure") {
  const Problem p = convolution("64,512,7,7,3,3");
  const auto cost = [&](const L1Cost& l1) {
    Machine m = machine;
    m.costs.l1 = l1;
    return RegisterTilings(p, m, none_measured).cost(along_q(p, 7, 2), {"r", "s"});
  };
  const TileCost free = cost({2, 0, 0, 0, 0}), dear = cost({2, 3, 5, 7, 0});
  CHECK(free.evicted > 0);
  CHECK(free.pages > 0);
  CHECK(free.cycles == free.l1_resident);
  CHECK(dear.cycles == Approx(free.l1_resident + 3 * free.set_conflicts + 5 * free.evicted + 7 * free.pages));
}
