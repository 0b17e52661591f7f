// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "dsl/analysis/rectangles.hpp"

using namespace tessera;
using analysis::Access;
using analysis::Affine;
using analysis::Rectangle;

namespace {

const ir::Sym x = ir::Sym::fresh("x"), i = ir::Sym::fresh("i"), j = ir::Sym::fresh("j"), n = ir::Sym::fresh("n");
const Affine I = Affine::variable(i), J = Affine::variable(j), N = Affine::variable(n);

Access access(std::vector<Affine> idx, std::vector<ir::Sym> loops, analysis::Formula domain) {
  return {Access::Kind::write, {x, std::move(idx)}, std::move(loops), std::move(domain), {}, {}, {}};
}

analysis::Formula in(const Affine& v, const Affine& lo, const Affine& hi) { return smt::le(lo, v) && smt::lt(v, hi); }

const smt::Terms no_terms;

}  // namespace

TEST_CASE("loops with constant bounds over neighbours are a rectangle") {
  auto r = analysis::as_rectangle(no_terms, access({N + I, -J + 7}, {i, j}, in(I, 2, 6) && in(J, 0, 3)));
  REQUIRE(r);
  CHECK(r->lo == std::vector<Affine>{N + 2, Affine(5)});
  CHECK(r->lengths == std::vector<Affine>{4, 3});
}

TEST_CASE("bounds may be unknown, and then stand in the lengths") {
  auto r = analysis::as_rectangle(no_terms, access({I, Affine(3)}, {i}, in(I, 1, N)));
  REQUIRE(r);
  CHECK(r->lo == std::vector<Affine>{1, 3});
  CHECK(r->lengths == std::vector<Affine>{N - 1, 1});
}

TEST_CASE("rectangles of unknown length are merged along their other dimensions only") {
  const Rectangle first{{Affine(0), Affine(0)}, {N, Affine(1)}}, second{{Affine(0), Affine(1)}, {N, Affine(1)}};
  const Rectangle following{{N, Affine(0)}, {N, Affine(1)}};
  CHECK(analysis::merged({first, second}).size() == 1);
  CHECK(analysis::merged({first, following}).size() == 2);
}

TEST_CASE("an empty rectangle joins nothing") {
  const Rectangle empty{{Affine(0)}, {Affine(0)}}, two{{Affine(0)}, {Affine(2)}}, apart{{Affine(-1)}, {Affine(-3)}};
  CHECK(analysis::merged({empty, two, apart}).size() == 3);
}

TEST_CASE("what leaves elements out is no rectangle") {
  const analysis::Formula range = in(I, 0, 4);
  CHECK(analysis::as_rectangle(no_terms, access({I}, {i}, range)));
  CHECK_FALSE(analysis::as_rectangle(no_terms, access({I * 2}, {i}, range)));
  CHECK_FALSE(analysis::as_rectangle(no_terms, access({I, I}, {i}, range)));
  CHECK_FALSE(analysis::as_rectangle(no_terms, access({I + J}, {i, j}, range && in(J, 0, 4))));
  CHECK_FALSE(analysis::as_rectangle(no_terms, access({I}, {i}, range && smt::le(N, 3))));
  CHECK_FALSE(analysis::as_rectangle(no_terms, access({I}, {i}, range && smt::le(1, I))));
  CHECK_FALSE(analysis::as_rectangle(no_terms, access({I, J}, {i, j}, in(I, 0, J) && in(J, 0, 4))));
  CHECK_FALSE(analysis::as_rectangle(no_terms, access({I}, {i}, smt::le(0, I))));
  CHECK_FALSE(analysis::as_rectangle(no_terms, access({Affine(0)}, {i}, in(I, 0, 4))));
  CHECK_FALSE(analysis::as_rectangle(no_terms, access({Affine(0)}, {}, smt::le(N, 3))));
  smt::Terms terms;
  CHECK_FALSE(analysis::as_rectangle(terms, access({terms.quotient(I, 2), I}, {i}, range)));
}

TEST_CASE("a tile that is written element by element is one rectangle") {
  std::vector<Rectangle> tile;
  for (int a = 13; a >= 0; --a)
    for (int b = 0; b < 32; ++b) tile.push_back({{N + a, Affine(b)}, {1, 1}});
  std::vector<Rectangle> one = analysis::merged(tile);
  REQUIRE(one.size() == 1);
  CHECK(one[0].lo == std::vector<Affine>{N, Affine(0)});
  CHECK(one[0].lengths == std::vector<Affine>{14, 32});
  tile.erase(tile.begin() + 40);
  CHECK(analysis::merged(tile).size() > 1);
}

TEST_CASE("merged rectangles hold the same elements") {
  std::mt19937 random(3);
  auto number = [&](int below) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(below)); };
  auto elements = [](const std::vector<Rectangle>& all) {
    std::set<std::pair<std::int64_t, std::int64_t>> out;
    for (const Rectangle& r : all)
      for (std::int64_t a = 0; a < r.lengths[0].constant(); ++a)
        for (std::int64_t b = 0; b < r.lengths[1].constant(); ++b)
          out.emplace(r.lo[0].constant() + a, r.lo[1].constant() + b);
    return out;
  };
  for (int round = 0; round < 200; ++round) {
    std::vector<Rectangle> all;
    for (int k = 0; k < 25; ++k) all.push_back({{number(8), number(8)}, {1 + number(3), 1 + number(3)}});
    std::vector<Rectangle> fewer = analysis::merged(all);
    CHECK(fewer.size() <= all.size());
    CHECK(elements(fewer) == elements(all));
  }
}
