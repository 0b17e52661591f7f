// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "schemes/peeling.hpp"

using namespace tessera::schemes;

namespace {

// h + r - 1 is one of 7 rows.
const Guard rows({{{{"h", 1}, {"r", 1}}, -1}, {{{"h", -1}, {"r", -1}}, 7}});
const Extents extents{{"h", 7}, {"k", 16}, {"r", 3}, {"c", 8}};

std::optional<Tiling> peel(const std::string& scheme, std::int64_t most = default_max_unrolled) {
  return peeled(fit(parse(scheme), extents, 16), extents, {"r", "c"}, rows, most);
}

std::string loops(const std::string& scheme) {
  const auto out = peel(scheme);
  return out ? structure(*out, extents) : "nothing";
}

}  // namespace

TEST_CASE("a guard holds in ranges where all of it does") {
  CHECK(rows.holds({{"h", {1, 6}}, {"r", {0, 3}}}));
  CHECK(!rows.holds({{"h", {0, 6}}, {"r", {0, 3}}}));
  CHECK(!rows.holds({{"h", {1, 7}}, {"r", {0, 3}}}));
  CHECK(rows.holds("k", {{"h", {0, 7}}, {"r", {0, 3}}}));  // it says nothing of k
  CHECK((rows.is_on("h") && rows.is_on("r") && !rows.is_on("k")));
}

TEST_CASE("a guard narrows a counter to where it holds for all values of the others") {
  using Range = Guard::Range;
  CHECK(rows.within("h", {{"h", {0, 7}}, {"r", {0, 1}}}) == Range{1, 7});
  CHECK(rows.within("h", {{"h", {0, 7}}, {"r", {1, 2}}}) == Range{0, 7});
  CHECK(rows.within("h", {{"h", {0, 7}}, {"r", {0, 3}}}) == Range{1, 6});
  const Range none = rows.within("h", {{"h", {0, 1}}, {"r", {0, 1}}});
  CHECK(none.lo == none.hi);
  const Guard strided({{{{"h", 2}, {"r", 3}}, -5}});
  CHECK(strided.within("h", {{"h", {0, 9}}, {"r", {0, 1}}}) == Range{3, 9});
}

TEST_CASE("a guard can hold where each of its conditions does somewhere") {
  CHECK(rows.can_hold({{"h", {0, 2}}, {"r", {0, 1}}}));
  CHECK(!rows.can_hold({{"h", {0, 1}}, {"r", {0, 1}}}));
}

TEST_CASE("rows at the border run apart from those inside") {
  CHECK(loops("R(h) R(r) R(c) V(k)") ==
        R"(for (r = 0; r < 3; r += 1)
  for (c = 0; c < 8; c += 1)
    microkernel k = 16
for (h = 1; h < 6; h += 1)
  for (r = 0; r < 3; r += 1)
    for (c = 0; c < 8; c += 1)
      microkernel k = 16
for (r = 0; r < 3; r += 1)
  for (c = 0; c < 8; c += 1)
    microkernel k = 16
)");
}

TEST_CASE("parts of a sequence that are inside stay whole") {
  CHECK(loops("Lseq(h, a, [(2, 2), (3, 1)]) R(r) R(c) U(a, h) V(k)") ==
        R"(for (r = 0; r < 3; r += 1)
  for (c = 0; c < 8; c += 1)
    microkernel h = 2, k = 16
for (r = 0; r < 3; r += 1)
  for (c = 0; c < 8; c += 1)
    microkernel h = 2, k = 16
for (h = 4; h < 6; h += 1)
  for (r = 0; r < 3; r += 1)
    for (c = 0; c < 8; c += 1)
      microkernel k = 16
for (r = 0; r < 3; r += 1)
  for (c = 0; c < 8; c += 1)
    microkernel k = 16
)");
}

TEST_CASE("blocks inside of blocks are told apart where they are at the border") {
  const Extents long_ones{{"h", 28}, {"k", 16}, {"r", 3}};
  const Guard top({{{{"h", 1}, {"r", 1}}, -1}});
  const auto out =
      peeled(fit(parse("T(4, h) T(7, h) R(r) V(k)"), long_ones, 16), long_ones, {"r"}, top, default_max_unrolled);
  REQUIRE(out);
  CHECK(structure(*out, long_ones) ==
        R"(for (r = 0; r < 3; r += 1)
  microkernel k = 16
for (h = 1; h < 7; h += 1)
  for (r = 0; r < 3; r += 1)
    microkernel k = 16
for (h = 7; h < 28; h += 7)
  for (h' = 0; h' < 7; h' += 1)
    for (r = 0; r < 3; r += 1)
      microkernel k = 16
)");
}

TEST_CASE("rows with the same terms run together") {
  const Extents dilated{{"h", 12}, {"k", 16}, {"r", 3}};
  const Guard four_apart({{{{"h", 1}, {"r", 4}}, -4}, {{{"h", -1}, {"r", -4}}, 15}});
  const auto out = peeled(fit(parse("R(h) R(r) V(k)"), dilated, 16), dilated, {"r"}, four_apart, default_max_unrolled);
  REQUIRE(out);
  const std::string each = "  for (r = 0; r < 3; r += 1)\n    microkernel k = 16\n";
  CHECK(structure(*out, dilated) == "for (h = 0; h < 4; h += 1)\n" + each + "for (h = 4; h < 8; h += 1)\n" + each +
                                        "for (h = 8; h < 12; h += 1)\n" + each);
}

TEST_CASE("rows of many kinds are not told apart") {
  const auto loops = [](const std::string& scheme, std::int64_t rows, std::int64_t taps) {
    const Extents large{{"h", rows}, {"k", 16}, {"r", taps}};
    const Guard around({{{{"h", 1}, {"r", 1}}, -taps / 2}, {{{"h", -1}, {"r", -1}}, rows + taps / 2 - 1}});
    const auto out = peeled(fit(parse(scheme), large, 16), large, {"r"}, around, default_max_unrolled);
    return out ? structure(*out, large) : "nothing";
  };
  CHECK(loops("R(h) R(r) V(k)", 201, 201) ==
        "for (h = 0; h < 201; h += 1)\n  for (r = 0; r < 201; r += 1)\n    microkernel k = 16\n");
  CHECK(loops("T(5, h) T(40, h) R(r) V(k)", 200, 199) ==
        "for (h = 0; h < 200; h += 40)\n  for (h' = 0; h' < 40; h' += 1)\n    for (r = 0; r < 199; r += 1)\n"
        "      microkernel k = 16\n");
  const std::string each = "  for (r = 0; r < 201; r += 1)\n    microkernel k = 16\n";
  CHECK(loops("R(h) R(r) V(k)", 601, 201) == "for (h = 0; h < 100; h += 1)\n" + each +
                                                 "for (h = 100; h < 501; h += 1)\n" + each +
                                                 "for (h = 501; h < 601; h += 1)\n" + each);
}

TEST_CASE("a guard leaves open what some iterations around have and others do not") {
  const Guard::Ranges ranges{{"h", {0, 31}}, {"r", {0, 31}}, {"w", {0, 8}}};
  const Guard both({{{{"h", 1}, {"r", 1}}, -15}, {{{"h", -1}, {"r", -2}}, 45}, {{{"w", 1}}, -1}});
  CHECK(both.open(ranges, {"r"}, {"w"}).text() == "h + r >= 15 and h + 2 * r <= 45");
  CHECK(both.open(ranges, {"r"}, {"h", "w"}).is_empty());
  CHECK(both.open({{"h", {15, 16}}, {"r", {0, 31}}, {"w", {0, 8}}}, {"r"}, {"w"}).is_empty());
  CHECK(both.without(both.open(ranges, {"r"}, {"w"})).text() == "w >= 1");
}

TEST_CASE("around a tile at the border the sums that the guard is on come first, and are not unrolled") {
  CHECK(loops("R(c) U(3, r) U(7, h) V(k)") ==
        R"(for (r = 0; r < 3; r += 1)
  for (c = 0; c < 8; c += 1)
    microkernel h = 7, k = 16
)");
}

TEST_CASE("nothing is peeled where sums stand outside, in vectors, or for too much code") {
  CHECK(!peel("R(r) R(h) R(c) V(k)"));
  CHECK(!peel("R(h) R(r) R(k) R(c)"));
  CHECK(!peel("R(h) R(r) R(c) V(k)", 2));
  CHECK(peel("R(h) R(r) R(c) V(k)", 3));
  CHECK(!peel("R(h) R(r) T(4, c) U(2, c) V(k)", 5));
  CHECK(peel("R(h) R(r) T(4, c) U(2, c) V(k)", 6));
  const Extents pixels{{"k", 4}, {"h", 16}, {"r", 3}};
  const Guard left({{{{"h", 1}, {"r", 1}}, -1}});
  CHECK(!peeled(fit(parse("R(k) R(r) V(h)"), pixels, 16), pixels, {"r"}, left, default_max_unrolled));
}
