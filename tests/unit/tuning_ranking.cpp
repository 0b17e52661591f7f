// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "tuning_fixture.hpp"

using namespace tessera;
using namespace tessera::tuning;
using namespace tessera::tuning::test;
using Catch::Matchers::StartsWith;

TEST_CASE("schemes prefetch results from memory where a tile has them before memory answers") {
  const auto first = [](const char* shape) {
    return schemes::text(space(convolution(shape), machine, {}, {16, 1})[0].scheme);
  };
  CHECK_THAT(first("64,3,224,224,3,3"), StartsWith("Prefetch(O) T("));
  CHECK_THAT(first("64,64,224,224,3,3"), !StartsWith("Prefetch(O)"));  // many terms
  CHECK_THAT(first("64,3,28,28,3,3"), !StartsWith("Prefetch(O)"));     // near
}

TEST_CASE("schemes prefetch the next block of weights from memory") {
  const Problem p = convolution("1024,1024,7,7,3,3");
  CHECK_THAT(schemes::text(space(p, machine, {}, {16, 1})[0].scheme), StartsWith("Prefetch(F, next) T("));
}

TEST_CASE("the first of few candidates is the first of many") {
  for (const char* const shape : {"64,64,34,34,3,3", "512,1024,17,17,1,1", "K=64,C=64,H=56,W=56,R=3,S=3,pad=1"}) {
    const Problem p = convolution(shape);
    const std::vector<Candidate> one = space(p, machine, {}, {16, 1}), many = space(p, machine, {}, {16, 1000});
    REQUIRE(one.size() == 1);
    REQUIRE(many.size() == 1000);
    CHECK(schemes::text(one[0].scheme) == schemes::text(many[0].scheme));
  }
}

TEST_CASE("no scheme is found twice, and none does with two loops what one does") {
  const Problem p = convolution("32,16,12,12,3,3");
  std::set<std::string> seen;
  for (const Candidate& c : space(p, machine, {})) {
    const std::string text = schemes::text(c.scheme);
    INFO(text);
    CHECK(seen.insert(text).second);
    for (std::size_t i = 0; i + 1 < c.scheme.size(); ++i) {
      const bool are_loops =
          c.scheme[i].kind == schemes::Specifier::Kind::tile && c.scheme[i + 1].kind == c.scheme[i].kind;
      CHECK_FALSE((are_loops && c.scheme[i].dim == c.scheme[i + 1].dim));
    }
  }
}

TEST_CASE("a sample is the same for the same seed, and in the model's order") {
  const std::vector<Candidate> all = space(convolution("64,64,14,14,3,3"), machine, {});
  const std::vector<Candidate> some = sample(all, 20, 7), again = sample(all, 20, 7), other = sample(all, 20, 8);
  REQUIRE(some.size() == 20);
  const auto texts = [](const std::vector<Candidate>& of) {
    std::vector<std::string> out;
    for (const Candidate& c : of) out.push_back(schemes::text(c.scheme));
    return out;
  };
  CHECK(texts(some) == texts(again));
  CHECK(texts(some) != texts(other));
  CHECK(std::is_sorted(some.begin(), some.end(),
                       [](const auto& a, const auto& b) { return a.predicted.cycles < b.predicted.cycles; }));
  CHECK(sample(some, 100, 1).size() == 20);
}
