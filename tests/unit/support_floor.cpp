// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "dsl/support/floor.hpp"

using namespace tessera;

TEST_CASE("quotient and remainder round towards minus infinity, up to the ends of 64 bits") {
  for (const std::int64_t divisor : {std::int64_t{1}, std::int64_t{3}, std::int64_t{8}, INT64_MAX})
    for (const std::int64_t a : {INT64_MIN, INT64_MIN + 1, std::int64_t{-9}, std::int64_t{-8}, std::int64_t{-1},
                                 std::int64_t{0}, std::int64_t{7}, INT64_MAX}) {
      CAPTURE(a, divisor);
      const std::int64_t remainder = floor_remainder(a, divisor);
      CHECK((remainder >= 0 && remainder < divisor));
      CHECK(static_cast<__int128>(floor_quotient(a, divisor)) * divisor + remainder == a);
    }
}
