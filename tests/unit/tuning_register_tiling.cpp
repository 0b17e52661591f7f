// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "tuning_fixture.hpp"

using namespace tessera;
using namespace tessera::tuning;
using namespace tessera::tuning::test;

TEST_CASE("tiles whose results read the same places are like those that were measured so") {
  const Problem p = convolution("64,64,28,28,3,3");
  const RegisterTilings c(p, machine, none_measured);
  const TileRows row{"q", {{2, {14}}}}, column{"p", {{2, {14}}}}, both{"p", {{4, {7}}}, "q", 2};
  CHECK(c.measured_as(row, {}).empty());
  CHECK(c.measured_as(row, {"s"}) == "s");
  CHECK(c.measured_as(row, {"r"}) == "r");
  CHECK(c.measured_as(column, {"r"}) == "s");
  CHECK(c.measured_as(column, {"s"}) == "r");
  CHECK(c.measured_as(both, {"r"}) == "s");
  CHECK(c.measured_as(row, {"r", "s"}) == "rs");
}

TEST_CASE("tiles hold no more than the registers, with the vectors of operands that serve several sums") {
  for (const auto layout : {kernels::conv::Layout::nhwc, kernels::conv::Layout::nchw}) {
    const Problem p = convolution("64,32,28,28,3,3", layout);
    for (const RegisterTiling& c : RegisterTilings(p, machine, none_measured).cheapest(100)) {
      const std::int64_t rows = c.rows.parts[0].values[0], k = c.rows.dim == "k" ? rows : c.rows.width;
      INFO(c.rows.dim << " " << rows << " " << c.rows.across << " " << c.rows.width << " vectors " << c.vectors);
      const std::int64_t of_image = k > 1 ? rows * c.rows.width / k * c.vectors : 1;
      const std::int64_t operands = layout == kernels::conv::Layout::nhwc ? c.vectors : of_image;
      CHECK(rows * c.rows.width * c.vectors + operands + 1 <= machine.registers);
    }
  }
}

TEST_CASE("a single lane that is left over goes with a vector") {
  const Problem p = convolution("65,64,28,28,3,3");
  std::map<std::int64_t, std::string> parts;  // by the vectors of a tile
  for (const RegisterTiling& c : RegisterTilings(p, machine, none_measured).cheapest(100)) {
    std::string& text = parts[c.vectors] = "";
    for (const schemes::Part& part : c.lanes)
      text += fmt::format("({}, {}, {})", part.times, part.values[0], part.values[1]);
  }
  CHECK(parts[1] == "(4, 1, 16)(1, 1, 1)");  // more would not fit
  CHECK(parts[2] == "(1, 2, 16)(1, 1, 16)(1, 1, 17)");
  CHECK(parts[3] == "(1, 2, 16)(1, 1, 33)");
}

TEST_CASE("channels are covered by tiles of nearly equal width, the last vector used in part") {
  for (const std::int64_t channels : {1, 13, 16, 17, 31, 33, 64, 97, 112, 127, 237}) {
    const std::int64_t vectors = (channels + 15) / 16;
    const Problem p = convolution(std::to_string(channels) + ",8,14,14,1,1");
    std::set<std::int64_t> widest;
    for (const RegisterTiling& c : RegisterTilings(p, machine, {}).cheapest(1000)) {
      std::int64_t covered = 0, tiles = 0, most = 0, least = vectors;
      for (const schemes::Part& part : c.lanes) {
        covered += part.times * part.values[0] * part.values[1], tiles += part.times;
        const std::int64_t width = part.values[0] * ((part.values[1] + 15) / 16);
        most = std::max(most, width), least = std::min(least, width);
        CHECK((part.values[1] == 16 || (&part == &c.lanes.back() && part.times == 1 && part.values[0] == 1)));
      }
      CHECK(covered == channels);
      CHECK(most == c.vectors);
      CHECK(most - least <= 1);
      CHECK(tiles == (vectors + most - 1) / most);
      widest.insert(most);
    }
    CHECK(widest.count(std::min<std::int64_t>(vectors, 2)) == 1);
  }
  const auto parts_of = [](const std::string& shape, const Machine& m) {
    for (const RegisterTiling& c : RegisterTilings(convolution(shape), m, {}).cheapest(1000))
      if (c.vectors == 3) return c.lanes;
    return std::vector<schemes::Part>{};
  };
  const auto is = [](const schemes::Part& part, std::int64_t times, std::int64_t vectors, std::int64_t lanes) {
    return part.times == times && part.values == std::vector<std::int64_t>{vectors, lanes};
  };
  const std::vector<schemes::Part> odd = parts_of("97,8,14,14,1,1", machine);
  REQUIRE(odd.size() == 2);
  CHECK((is(odd[0], 2, 2, 16) && is(odd[1], 1, 1, 33)));
  Machine without_masks = machine;
  without_masks.has_masks = false;
  const std::vector<schemes::Part> single = parts_of("115,8,14,14,1,1", without_masks);
  REQUIRE(single.size() == 3);
  CHECK((is(single[0], 1, 3, 16) && is(single[1], 2, 2, 16) && is(single[2], 3, 1, 1)));
}

TEST_CASE("tiles of a layout in blocks hold whole blocks, and sums go through them block by block") {
  const auto first = [](const std::string& shape, std::int64_t block) {
    const Problem p = convolution(shape, kernels::conv::Layout(kernels::conv::Layout::blocked, block));
    return schemes::text(space(p, machine, {}, {16, 1}).front().scheme);
  };
  CHECK(first("64,64,56,56,3,3", 16).find("T(16, c)") != std::string::npos);
  CHECK(first("64,64,56,56,3,3", 8).find("V(8, k)") != std::string::npos);
  Machine neon{4, 32, 4, false, {}};
  const Problem sevens = convolution("60,8,16,5,1,1", kernels::conv::Layout(kernels::conv::Layout::blocked, 8));
  for (const RegisterTiling& c : RegisterTilings(sevens, neon, {}).cheapest(100))
    for (const schemes::Part& part : c.lanes)
      CHECK(part.values[0] <= 2);  // two vectors to a block, and half of one at the end
  const Problem with_rest = convolution("37,19,14,14,3,3", kernels::conv::Layout(kernels::conv::Layout::blocked, 4));
  for (const Candidate& c : space(with_rest, machine, {}, {8, 500}))
    CHECK_NOTHROW(schemes::fit(c.scheme, with_rest.extents, machine.lanes));
  CHECK(first("64,20,14,14,3,3", 32).find("U(2, k) V(k)") != std::string::npos);
}
