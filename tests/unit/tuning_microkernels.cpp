// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tuning/microkernels.hpp"

using namespace tessera::tuning;

TEST_CASE("of tiles that are as fast alone, those that load less are faster where loads cost") {
  Microkernels k;
  const Microkernel narrow{12, 2, ""}, square{6, 4, ""};
  k.measured(narrow, 96);
  k.measured(square, 96);
  CHECK(k.cycles(narrow) == Approx(12 / 0.96));
  CHECK(k.cycles(narrow) == k.cycles(square));
  k.loads_cost(0.05);
  CHECK(k.cycles(narrow) == Approx(12 / 0.96 + 0.05 * 14));
  CHECK(k.cycles(square) == Approx(12 / 0.96 + 0.05 * 10));
  CHECK(k.percent(narrow) == 96);
}

TEST_CASE("a reading is in doubt where a part of the tile does better") {
  Microkernels k;
  k.measured({2, 2, ""}, 80);
  k.measured({4, 2, ""}, 90);
  SECTION("more rows, or more vectors") {
    k.measured({5, 2, ""}, 70);
    k.measured({2, 3, ""}, 70);
    CHECK(k.in_doubt() == std::vector<Microkernel>{{2, 3, ""}, {5, 2, ""}});
  }
  SECTION("but not by as little as readings differ") {
    k.measured({5, 2, ""}, 86);
    CHECK(k.in_doubt().empty());
  }
  SECTION("nor where the other is no part, or writes out another loop") {
    k.measured({5, 1, ""}, 70);
    k.measured({5, 2, "r"}, 70);
    CHECK(k.in_doubt().empty());
  }
}
