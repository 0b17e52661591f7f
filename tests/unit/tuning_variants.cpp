// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tuning/variants.hpp"

using namespace tessera::tuning;
using Catch::Matchers::Equals;

namespace {

Problem product() {
  Problem p;
  p.extents = {{"i", 12}, {"j", 64}, {"k", 30}};
  p.lanes = "j";
  p.rows = {"i"};
  p.sums = {"k"};
  p.arrays = {{"C", {{{"i", 1}}, {{"j", 1}}}}, {"B", {{{"k", 1}}, {{"j", 1}}}}, {"A", {{{"i", 1}}, {{"k", 1}}}}};
  return p;
}

using Texts = std::vector<std::string>;

Texts texts(const std::vector<tessera::schemes::Scheme>& schemes) {
  Texts out;
  for (const auto& s : schemes) out.push_back(tessera::schemes::text(s));
  return out;
}

Texts variants_of(const std::string& scheme, const Packable& packable) {
  return texts(variants(tessera::schemes::parse(scheme), product(), packable));
}

Texts packed_in(const std::string& scheme) { return texts(packed(tessera::schemes::parse(scheme), product(), "B")); }

}  // namespace

TEST_CASE("an operand is packed after a loop that chooses some of it and around one that reads it again") {
  CHECK_THAT(packed_in("R(j) R(i) R(k) U(6, i) U(2, j) V(j)"),
             Equals(Texts{"R(j) R(i) R(k) U(6, i) U(2, j) V(j)", "R(j) Pack(B) R(i) R(k) U(6, i) U(2, j) V(j)"}));
  CHECK_THAT(packed_in("T(3, k) R(j) R(i) T(10, k) U(6, i) U(2, j) V(j)"),
             Equals(Texts{"T(3, k) R(j) R(i) T(10, k) U(6, i) U(2, j) V(j)",
                          "T(3, k) Pack(B) R(j) R(i) T(10, k) U(6, i) U(2, j) V(j)",
                          "T(3, k) R(j) Pack(B) R(i) T(10, k) U(6, i) U(2, j) V(j)"}));
}

TEST_CASE("nothing is packed that is read once") {
  CHECK(packed_in("R(i) R(j) R(k) U(6, i) U(2, j) V(j)").size() == 1);
}

TEST_CASE("panels are packed after a loop along the lanes") {
  const auto panels = [](const std::string& scheme) {
    return packed_in_panels(tessera::schemes::parse(scheme), product(), "B");
  };
  const auto found = panels("T(3, k) R(j) R(i) T(10, k) U(6, i) U(2, j) V(j)");
  REQUIRE(found);
  CHECK(tessera::schemes::text(*found) == "T(3, k) R(j) Pack(B) R(i) T(10, k) U(6, i) U(2, j) V(j)");
  CHECK(!panels("T(3, k) R(i) R(j) T(10, k) U(6, i) U(2, j) V(j)"));
}

TEST_CASE("packing does not come between parallel loops") {
  CHECK_THAT(packed_in("par R(j) par R(i) R(k) U(6, i) U(2, j) V(j)"),
             Equals(Texts{"par R(j) par R(i) R(k) U(6, i) U(2, j) V(j)"}));
}

TEST_CASE("variants differ in one choice of how data comes") {
  const std::string loops = "R(j) R(i) R(k) U(6, i) U(2, j) V(j)";
  CHECK_THAT(variants_of(loops, {}), Equals(Texts{"Prefetch(C) " + loops, "Prefetch(B, next) " + loops,
                                                  "Prefetch(B, 0) " + loops, "Prefetch(B, 32) " + loops}));
  CHECK_THAT(variants_of("Prefetch(B, 0) Prefetch(C) " + loops, {}),
             Equals(Texts{"Prefetch(B, 0) " + loops, "Prefetch(C) Prefetch(B, next) Prefetch(B, 0) " + loops,
                          "Prefetch(C) " + loops, "Prefetch(C) Prefetch(B, 32) " + loops}));
  CHECK_THAT(variants_of("Prefetch(C) Prefetch(B, next) Prefetch(B, 0) " + loops, {}),
             Equals(Texts{"Prefetch(B, next) Prefetch(B, 0) " + loops, "Prefetch(C) Prefetch(B, 0) " + loops,
                          "Prefetch(C) Prefetch(B, next) " + loops,
                          "Prefetch(C) Prefetch(B, next) Prefetch(B, 32) " + loops}));
}

TEST_CASE("vectors that serve one sum each are not asked for") {
  CHECK_THAT(variants_of("R(j) R(i) R(k) U(4, j) V(j)", {}), Equals(Texts{"Prefetch(C) R(j) R(i) R(k) U(4, j) V(j)"}));
  CHECK(variants_of("R(j) R(i) R(k) V(j)", {}).size() == 4);
}

TEST_CASE("results that a tile loads are not asked for") {
  const std::string loops = "T(3, k) R(j) R(i) T(10, k) U(6, i) U(2, j) V(j)";
  CHECK_THAT(variants_of(loops, {}), Equals(Texts{"Prefetch(B, next) " + loops, "Prefetch(B, 0) " + loops,
                                                  "Prefetch(B, 32) " + loops, "Prefetch(A, next) " + loops}));
}

TEST_CASE("elements that serve all lanes are asked for a block ahead where tiles read them again") {
  const std::string loops = "Prefetch(C) Prefetch(B, 0) R(i) R(j) R(k) U(6, i) U(2, j) V(j)";
  CHECK(variants_of(loops, {}).back() ==
        "Prefetch(C) Prefetch(B, 0) Prefetch(A, next) R(i) R(j) R(k) U(6, i) U(2, j) V(j)");
  const std::string asks = "Prefetch(A, next) R(i) R(j) R(k) U(6, i) U(2, j) V(j)";
  CHECK(variants_of(asks, {}).back() == "R(i) R(j) R(k) U(6, i) U(2, j) V(j)");
}

TEST_CASE("what no loop reads again, or from a copy, is not asked for while it does") {
  const std::string copied = "R(j) Pack(B) R(i) R(k) U(6, i) U(2, j) V(j)";
  CHECK_THAT(variants_of(copied, {}),
             Equals(Texts{"Prefetch(C) " + copied, "Prefetch(B, 0) " + copied, "Prefetch(B, 32) " + copied}));
  const std::string loops = "R(i) R(j) R(k) U(6, i) U(2, j) V(j)";
  CHECK_THAT(variants_of(loops, {}), Equals(Texts{"Prefetch(C) " + loops, "Prefetch(B, 0) " + loops,
                                                  "Prefetch(B, 32) " + loops, "Prefetch(A, next) " + loops}));
}

TEST_CASE("what may be packed is tried in other places, and as it lies") {
  const Texts found = variants_of("R(j) Pack(B) R(i) R(k) U(6, i) U(2, j) V(j)", {"B"});
  CHECK(found.back() == "R(j) R(i) R(k) U(6, i) U(2, j) V(j)");
  CHECK(found.size() == 4);
}

TEST_CASE("the data of other loops comes as in a scheme, as far as these can say so") {
  const auto as = [](const std::string& other, const std::string& scheme, const Packable& packable) {
    return texts(as_in(tessera::schemes::parse(other), tessera::schemes::parse(scheme), product(), packable));
  };
  const std::string loops = "R(j) R(i) R(k) U(6, i) U(2, j) V(j)", in_parts = "T(3, k) R(j) R(i) T(10, k) U(4, i) V(j)",
                    once = "R(i) R(j) R(k) U(4, j) V(j)";
  const std::string asking = "Prefetch(C) Prefetch(B, next) Prefetch(B, 32) " + loops;
  CHECK_THAT(
      as(asking, "Prefetch(B, 0) R(j) R(i) T(2, k) T(15, k) U(3, i) U(4, j) V(j)", {}),
      Equals(Texts{"Prefetch(C) Prefetch(B, next) Prefetch(B, 32) R(j) R(i) T(2, k) T(15, k) U(3, i) U(4, j) V(j)"}));
  CHECK_THAT(as(asking, in_parts, {}), Equals(Texts{"Prefetch(B, next) Prefetch(B, 32) " + in_parts}));
  CHECK_THAT(as(asking, once, {}), Equals(Texts{"Prefetch(C) " + once}));
  CHECK_THAT(as(loops, "Prefetch(C) Prefetch(B, 0) " + in_parts, {}), Equals(Texts{in_parts}));

  const std::string copied = "Prefetch(B, 0) R(j) Pack(B) R(i) R(k) U(6, i) U(2, j) V(j)";
  CHECK_THAT(as(copied, in_parts, {"B"}),
             Equals(Texts{"Prefetch(B, 0) T(3, k) Pack(B) R(j) R(i) T(10, k) U(4, i) V(j)",
                          "Prefetch(B, 0) T(3, k) R(j) Pack(B) R(i) T(10, k) U(4, i) V(j)"}));
  CHECK_THAT(as(copied, "T(3, k) Pack(B) R(j) R(i) T(10, k) U(4, i) V(j)", {"B"}),
             Equals(Texts{"Prefetch(B, 0) T(3, k) Pack(B) R(j) R(i) T(10, k) U(4, i) V(j)"}));
  CHECK_THAT(as(asking, copied, {"B"}), Equals(Texts{asking}));
}

TEST_CASE("of schemes the next with other loops follow the fastest") {
  const std::string first = "R(j) R(i) R(k) U(6, i) U(2, j) V(j)", second = "R(j) R(i) R(k) U(4, i) U(2, j) V(j)",
                    third = "R(i) R(j) R(k) U(6, i) U(2, j) V(j)";
  std::vector<tessera::schemes::Scheme> fastest_first;
  for (const std::string& s : {"Prefetch(C) " + first, first, second, "Prefetch(B, 0) " + second, third})
    fastest_first.push_back(tessera::schemes::parse(s));
  const auto next = [&](std::size_t count) { return texts(followers(fastest_first, count, product(), {})); };
  CHECK(next(0).empty());
  CHECK_THAT(next(1), Equals(Texts{"Prefetch(C) " + second}));
  CHECK_THAT(next(2), Equals(Texts{"Prefetch(C) " + second, "Prefetch(C) " + third}));
  CHECK(next(3).size() == 2);
}

TEST_CASE("the loops of a scheme say nothing of how data comes") {
  const auto scheme = tessera::schemes::parse("Prefetch(C) R(j) Pack(B) R(i) R(k)");
  CHECK(tessera::schemes::text(loops_of(scheme)) == "R(j) R(i) R(k)");
}

TEST_CASE("an operand is asked for so many rows ahead where tiles share its vectors and the scheme does not say it") {
  const auto asked = [](const std::string& scheme, const std::string& array) {
    return tessera::schemes::text(with_prefetch_distance(tessera::schemes::parse(scheme), product(), array, 0));
  };
  const std::string loops = "R(i) R(j) R(k) U(6, i) U(2, j) V(j)";
  CHECK(asked(loops, "B") == "Prefetch(B, 0) " + loops);
  CHECK(asked("Prefetch(C) " + loops, "B") == "Prefetch(C) Prefetch(B, 0) " + loops);
  CHECK(asked("Prefetch(B, next) " + loops, "B") == "Prefetch(B, next) Prefetch(B, 0) " + loops);
  CHECK(asked("Prefetch(B, 32) " + loops, "B") == "Prefetch(B, 32) " + loops);
  CHECK(asked(loops, "A") == loops);                                                  // no vectors of it
  CHECK(asked("R(i) R(j) R(k) U(2, j) V(j)", "B") == "R(i) R(j) R(k) U(2, j) V(j)");  // they serve one row
  CHECK(asked("R(i) R(j) R(k) U(6, i) V(i)", "B") == "R(i) R(j) R(k) U(6, i) V(i)");
}
