// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <set>

#include "kernels/conv/problem.hpp"
#include "shapes/conv_text.hpp"
#include "tuning/space.hpp"

using namespace tessera;
using namespace tessera::tuning;

namespace {

// C[i, j] += A[i, k] * B[k, j]
Problem product(std::int64_t m, std::int64_t n, std::int64_t k) {
  return {{{"i", m}, {"j", n}, {"k", k}},
          "j",
          {"i"},
          {"k"},
          {{"C", {{{"i", 1}}, {{"j", 1}}}}, {"A", {{{"i", 1}}, {{"k", 1}}}}, {"B", {{{"k", 1}}, {{"j", 1}}}}}};
}

std::vector<Loop> loops(const Traffic& t, const std::vector<std::pair<std::string, double>>& named) {
  std::vector<Loop> out;
  for (const auto& [dim, times] : named) out.push_back({t.number(dim), times});
  return out;
}

const Machine space_machine{16, 32, 4, true, {}};

}  // namespace

TEST_CASE("what loops touch is what the indices of each array cover") {
  const Problem p = product(8, 32, 16);
  const Traffic t(p, 1, 64);
  CHECK(sum(t.footprint(loops(t, {{"i", 8}, {"j", 32}, {"k", 16}}))) == 8 * 32 + 8 * 16 + 16 * 32);
  CHECK(sum(t.footprint({})) == 3);
}

TEST_CASE("a sliding window covers pixels once") {
  const Problem p = kernels::conv::problem(shapes::parse_conv_shape("16,8,1,10,1,3,2"), kernels::conv::Layout::nhwc);
  const Traffic t(p, 1, 64);
  // 10 results, 3 taps, stride 2: 21 pixels; 3 weights; 10 sums
  CHECK(sum(t.footprint(loops(t, {{"q", 10}, {"s", 3}}))) == 10 + 3 + 21);
}

TEST_CASE("data that fits is loaded once; what does not is loaded each time") {
  const Problem p = product(8, 32, 16);
  const Traffic t(p, 1, 64);
  const std::vector<Loop> nest = loops(t, {{"i", 8}, {"k", 16}, {"j", 32}});
  CHECK(sum(t.moved(nest, 1e6, Sets::by_address)) == 8 * 32 + 8 * 16 + 16 * 32);
  // Of i's iterations one fits (32 + 16 + 512), so that B stays from one to the next.
  CHECK(sum(t.moved(nest, 600, Sets::by_address)) == 8 * 32 + 8 * 16 + 16 * 32);
  // Only one of k's fits: C's row stays, B comes once for each i.
  CHECK(sum(t.moved(nest, 100, Sets::by_address)) == 8 * (32 + 16 + 16 * 32));
  CHECK(sum(t.moved(nest, 2, Sets::by_address)) == 8 * 16 * 32 * 3);
}

TEST_CASE("a block of rows a page apart stays only where it is small") {
  const Problem a = product(8, 1024, 64), b = product(8, 1040, 64);
  const Traffic pages(a, 16, 1024), others(b, 16, 1024);
  const auto from_after = [](const Traffic& t, double rows, Sets sets = Sets::by_address) {
    return t.moved(loops(t, {{"i", 8}, {"k", rows}, {"j", 16}}), 4096, sets)[2];
  };
  CHECK(from_after(others, 64) == 64 * 16);
  CHECK(from_after(pages, 64) == 8 * 64 * 16);
  CHECK(from_after(pages, 64, Sets::hashed) == 64 * 16);
  CHECK(from_after(pages, 4) == 4 * 16);
}

TEST_CASE("what lies between parts of rows a page apart is lost to a cache with sets") {
  const Problem a = product(8, 1024, 64), b = product(8, 1040, 64);
  const Traffic pages(a, 16, 1024), others(b, 16, 1024);
  const auto room = [](const Traffic& t, double lanes) { return t.room(2, loops(t, {{"k", 64}, {"j", lanes}})); };
  CHECK(room(others, 64) == 64 * 64);
  CHECK(room(pages, 64) == 64 * 1024);
  CHECK(room(pages, 1024) == 64 * 1024);
}

TEST_CASE("rows a page apart fall into one set of L1") {
  const Problem a = product(64, 32, 1024), b = product(64, 32, 1040);
  const Traffic pages(a, 16, 1024), others(b, 16, 1024);
  CHECK(pages.max_in_set(1, loops(pages, {{"i", 14}}), 4, 1) == 14);
  CHECK(others.max_in_set(1, loops(others, {{"i", 14}}), 4, 1) == 1);
}

TEST_CASE("pages of broken rows are those of which several lines are touched in each row") {
  const Problem p = kernels::conv::problem(shapes::parse_conv_shape("16,64,28,28,3,3"), kernels::conv::Layout::nhwc);
  const Traffic t(p, 16, 1024);
  const auto pages = [&](const std::vector<std::pair<std::string, double>>& named) {
    return t.pages_of_broken_rows(2, loops(t, named));
  };
  CHECK(pages({{"p", 14}, {"r", 3}, {"s", 3}}) == Approx(16 * (1 + 129.0 / 1024)));
  CHECK(pages({{"q", 14}, {"r", 3}, {"s", 3}}) == Approx(3 * (1 + 961.0 / 1024)));
  CHECK(pages({{"p", 14}, {"r", 3}}) == 0);
}

TEST_CASE("a run of an array goes on while what is reached next lies after it, in as many runs as are followed") {
  const Problem p = product(8, 64, 16);
  const Traffic t(p, 16, 1024);
  const auto run = [&](const std::vector<std::pair<std::string, double>>& named, double max_at_once = 1) {
    return t.run(0, loops(t, named), max_at_once);
  };
  CHECK(run({{"i", 8}, {"j", 2}, {"k", 16}, {"j", 32}}) == 8 * 64);
  CHECK(run({{"j", 2}, {"i", 8}, {"k", 16}, {"j", 32}}) == 32);
  CHECK(run({{"j", 2}, {"i", 8}, {"k", 16}, {"j", 32}}, 8) == 64);
  CHECK(run({{"i", 2}, {"j", 2}, {"i", 4}, {"j", 32}}, 4) == 64);
  CHECK(run({{"j", 64}, {"i", 8}}, 4) == 1);
}

TEST_CASE("a run of results ends with a block of their channels") {
  const Problem p =
      kernels::conv::problem(shapes::parse_conv_shape("64,64,4,28,1,1"), kernels::conv::layout_named("nChw16c"));
  const Traffic t(p, 16, 1024);
  const auto run = [&](const std::vector<std::pair<std::string, double>>& named) {
    return t.run(0, loops(t, named), 1);
  };
  CHECK(run({{"q", 28}, {"k", 16}}) == 28 * 16);
  CHECK(run({{"q", 28}, {"k", 4}, {"k", 16}}) == 16);
}

TEST_CASE("all schemes of a space fit their problem, and the first is the cheapest") {
  const std::vector<std::string> shapes{"64,64,34,34,3,3", "45,30,7,7,1,1", "K=96,C=96,H=14,W=14,R=3,S=3,groups=96",
                                        "17,3,13,11,7,5,2", "N=2,K=64,C=64,H=9,W=9,R=3,S=3,groups=2"};
  for (const std::string& shape : shapes) {
    INFO(shape);
    const Problem p = kernels::conv::problem(shapes::parse_conv_shape(shape), kernels::conv::Layout::nhwc);
    const std::vector<Candidate> all = space(p, space_machine, {}, {4, 500});
    REQUIRE(!all.empty());
    for (std::size_t i = 0; i < all.size(); ++i) {
      INFO(schemes::text(all[i].scheme));
      CHECK_NOTHROW(schemes::fit(schemes::parse(schemes::text(all[i].scheme)), p.extents, space_machine.lanes));
      CHECK(all[i].predicted.cycles >= all[0].predicted.cycles);
    }
  }
}

TEST_CASE("no two schemes of a space are the same") {
  for (const char* shape : {"64,64,56,56,1,1", "64,64,14,14,3,3"}) {
    INFO(shape);
    using namespace kernels::conv;
    const Problem p = kernels::conv::problem(in_one_row(shapes::parse_conv_shape(shape), Layout::nhwc), Layout::nhwc);
    std::set<std::string> texts;
    const std::vector<Candidate> all = space(p, {8, 16, 4, false, {}}, {}, {40, 5000});
    for (const Candidate& c : all) texts.insert(schemes::text(c.scheme));
    CHECK(texts.size() == all.size());
  }
}

TEST_CASE("not all that is measured has the same register tiles") {
  const Problem p = kernels::conv::problem(shapes::parse_conv_shape("64,64,34,34,3,3"), kernels::conv::Layout::nhwc);
  const std::vector<Candidate> few = best(p, space(p, space_machine, {}), 8);
  REQUIRE(few.size() == 8);
  std::map<std::string, int> times;  // of each tile, whatever of the sum is unrolled in it
  for (const Candidate& c : few) {
    std::string tile;
    for (const schemes::Specifier& s : c.scheme)
      if (s.is_loop() && s.kind != schemes::Specifier::Kind::tile && !p.is_sum(s.dim)) tile += schemes::text(s);
    ++times[tile];
  }
  for (const auto& [tile, n] : times) {
    INFO(tile);
    CHECK(n <= 2);
  }
}

TEST_CASE("a tile may fill the registers where a multiplication reads its element from memory") {
  const Problem p = product(28, 64, 64);
  const auto tiles = [&](const Machine& m) {
    std::set<std::string> out;
    for (const Candidate& c : space(p, m, {}, {1000, 1000})) out.insert(schemes::text(c.scheme));
    return out;
  };
  const auto has = [](const std::set<std::string>& all, const std::string& tile) {
    return std::any_of(all.begin(), all.end(), [&](const auto& s) { return s.find(tile) != std::string::npos; });
  };
  Machine from_memory = space_machine;
  from_memory.scratch = 0;
  CHECK(has(tiles(from_memory), "U(7, i) U(4, j)"));  // 28 sums and 4 vectors in 32 registers
  CHECK(!has(tiles(space_machine), "U(7, i) U(4, j)"));
}

TEST_CASE("what was measured of a tile is used in the place of the model") {
  Microkernels k;
  const double modelled = k.percent({14, 2, ""});
  k.measured({14, 2, ""}, 50);
  CHECK(modelled > 80);
  CHECK(k.percent({14, 2, ""}) == 50);
  CHECK(k.percent({14, 2, "rs"}) == 50);  // the nearest
  k.measured({14, 2, "rs"}, 25);
  CHECK(k.cycles({14, 2, "rs"}) == 2 * k.cycles({14, 2, ""}));
}
