#include <catch2/catch.hpp>

#include "tuning/microkernels.hpp"

using namespace tessera::tuning;

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
