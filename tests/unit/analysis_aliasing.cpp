// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "dsl/analysis/aliasing.hpp"

using namespace tessera;
using analysis::Access;
using analysis::Affine;
using analysis::Element;
using analysis::Formula;
using analysis::Pair;
using Kind = analysis::Access::Kind;

namespace {

const ir::Sym x = ir::Sym::fresh("x"), i = ir::Sym::fresh("i"), k = ir::Sym::fresh("k");

Access at(std::vector<Affine> idx, Kind kind = Kind::write) { return {kind, {x, std::move(idx)}, {}, {}, {}, {}, {}}; }

// x[..] for k in seq(lo, hi)
Access in_loop(ir::Sym loop, Affine lo, Affine hi, std::vector<Affine> idx) {
  Access a = at(std::move(idx));
  a.loops = {loop};
  a.domain = smt::le(lo, Affine::variable(loop)) && smt::lt(Affine::variable(loop), hi);
  return a;
}

std::vector<Pair> pairs(const std::vector<Access>& first, const std::vector<Access>& second) {
  const smt::Terms terms;
  return analysis::may_alias(terms, first, second);
}

const Affine I = Affine::variable(i), K = Affine::variable(k);

}  // namespace

TEST_CASE("constants tell elements apart, whatever the other dimensions are") {
  CHECK(pairs({at({I, 0})}, {at({K, 1})}).empty());
  CHECK(pairs({at({I, 0})}, {at({K, 0})}).size() == 1);
  CHECK(pairs({at({I + 1})}, {at({I + 2})}).empty());
  CHECK(pairs({at({I + 1})}, {at({I + 1})}).size() == 1);
}

TEST_CASE("the same number after different variables tells nothing") {
  CHECK(pairs({at({I})}, {at({K + 1})}).size() == 1);
  CHECK(pairs({at({I * 2})}, {at({I + 1})}).size() == 1);
}

TEST_CASE("loops with constant bounds are intervals") {
  const Access low = in_loop(k, 0, 4, {K + I}), next = in_loop(k, 4, 8, {K + I}), last = in_loop(k, 3, 8, {K + I});
  CHECK(pairs({low}, {next}).empty());
  CHECK(pairs({low}, {last}).size() == 1);
  CHECK(pairs({in_loop(k, 0, 4, {K * -1})}, {at({1})}).empty());
  CHECK(pairs({in_loop(k, 0, 4, {K * -1})}, {at({-3})}).size() == 1);
  CHECK(pairs({in_loop(k, 0, 4, {K * 2 + I})}, {at({I + 6})}).size() == 1);
}

TEST_CASE("loops without constant bounds may be anywhere") {
  CHECK(pairs({in_loop(k, 0, I, {K})}, {at({-1})}).size() == 1);
  CHECK(pairs({in_loop(k, I, 4, {K})}, {at({100})}).size() == 1);
}

TEST_CASE("a quotient of an own loop is no outer variable") {
  smt::Terms terms;
  const Affine half = terms.quotient(K, 2);
  const std::vector<Access> first{in_loop(k, 0, 8, {half})}, second{in_loop(k, 0, 8, {half + 1})};
  CHECK(analysis::may_alias(terms, first, second).size() == 1);
}

TEST_CASE("a number that does not fit 64 bits tells nothing") {
  const std::int64_t huge = INT64_MAX / 2;
  CHECK(pairs({in_loop(k, 0, huge, {K * 8})}, {at({-1})}).size() == 1);
}

TEST_CASE("unknown ranks may meet anywhere, other buffers nowhere") {
  CHECK(pairs({at({0, 0})}, {at({1})}).size() == 1);
  Access other = at({0});
  other.at.buffer = ir::Sym::fresh("x");
  CHECK(pairs({at({0})}, {other}).empty());
}

TEST_CASE("kinds whose order does not matter are left out, unless asked for") {
  const std::vector<Access> sums{at({0}, Kind::reduce)}, reads{at({0}, Kind::read)};
  CHECK(pairs(sums, sums).empty());
  CHECK(pairs(reads, reads).empty());
  CHECK(pairs(sums, reads).size() == 1);
  const smt::Terms terms;
  CHECK(analysis::may_alias(terms, sums, sums, analysis::any_kinds).size() == 1);
}

TEST_CASE("all pairs that overlap are found among many, and no others") {
  std::mt19937 random(7);
  auto number = [&](int below) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(below)); };
  for (int round = 0; round < 60; ++round) {
    struct Boxes {
      std::vector<Access> accesses;
      std::vector<std::array<std::int64_t, 4>> bounds;  // lo and hi of two dimensions
    };
    std::array<Boxes, 2> sides;
    const int size = 1 + static_cast<int>(number(60)), wide = 1 + static_cast<int>(number(9));
    for (Boxes& side : sides)
      for (int n = 0; n < 100; ++n) {
        const std::int64_t a = number(size), b = number(size), length = 1 + number(wide);
        side.accesses.push_back(in_loop(k, 0, length, {K + I + a, Affine(b)}));
        side.bounds.push_back({a, a + length - 1, b, b});
      }
    std::vector<Pair> expected;
    for (std::size_t m = 0; m < 100; ++m)
      for (std::size_t n = 0; n < 100; ++n) {
        const auto &p = sides[0].bounds[m], &q = sides[1].bounds[n];
        if (p[0] <= q[1] && q[0] <= p[1] && p[2] == q[2]) expected.emplace_back(m, n);
      }
    CHECK(pairs(sides[0].accesses, sides[1].accesses) == expected);
  }
}

TEST_CASE("accesses that do the same are one, whatever their loops are called") {
  smt::Terms terms;
  const ir::Sym j = ir::Sym::fresh("j");
  const Access by_k = in_loop(k, 0, 4, {K}), by_j = in_loop(j, 0, 4, {Affine::variable(j)});
  const Access longer = in_loop(k, 0, 5, {K}), sum = at({K}, Kind::reduce);
  CHECK(analysis::distinct(terms, std::vector<Access>{by_k, by_j, by_k}).size() == 1);
  CHECK(analysis::distinct(terms, std::vector<Access>{by_k, longer}).size() == 2);
  CHECK(analysis::distinct(terms, std::vector<Access>{at({0}), at({1}), at({0})}).size() == 2);
  CHECK(analysis::distinct(terms, std::vector<Access>{at({K}), sum}).size() == 2);
}
