// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <sstream>

#include "microkernel.hpp"

using namespace tessera::bench;

TEST_CASE("microkernels of a table lie relative to it") {
  std::istringstream in("name,path,symbol,mr,nr,k\na,k.so,f,8,12,512\nb,/lib/k.so,g,1,2,3\n");
  const auto specs = microkernel_specs(tessera::read_csv(in, "t.csv"), "/data");
  REQUIRE(specs.size() == 2);
  CHECK(specs[0].kernel == "/data/k.so:f");
  CHECK(specs[1].kernel == "/lib/k.so:g");
  CHECK(specs[0].flops() == 2.0 * 8 * 12 * 512);
  CHECK(parse_tile("8,12") == std::pair<int, int>{8, 12});
}
