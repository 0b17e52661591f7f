// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "kernels/conv/problem.hpp"
#include "tuning/space.hpp"

using namespace tessera;
using namespace tessera::tuning;
using Catch::Matchers::StartsWith;

namespace {

const Machine machine{16, 32, 4, true, {}};
const Machine reads_elements_at_once{16, 32, 4, true, {}, 1, 0};  // a multiplication reads its element from memory
const Microkernels none;                                          // none measured

Problem convolution(const std::string& shape, kernels::conv::Layout layout = kernels::conv::Layout::nhwc) {
  return kernels::conv::problem(kernels::conv::parse(shape), layout);
}

/// One size of tile along a row of pixels.
RegisterTiling along_q(const Problem& p, std::int64_t pixels, std::int64_t vectors) {
  const std::int64_t lanes = machine.lanes * vectors;
  return {{"q", {{p.extent("q") / pixels, {pixels}}}}, vectors, {{p.extent("k") / lanes, {vectors, machine.lanes}}}};
}

/// One shape of tile along a row of pixels, whose predictions follow from the loops around it, which are the test's.
class AlongQ {
 public:
  AlongQ(Problem p, std::int64_t pixels, std::int64_t vectors, const Machine& m = machine)
      : problem_(std::move(p)),
        machine_(m),
        model_(problem_, machine_, none),
        pixels_(pixels),
        vectors_(vectors),
        tiling_(along_q(problem_, pixels, vectors)),
        tiles_(model_.costed(tiling_, unrolled_)) {}

  const std::string& split_sum() const { return tiles_.split_sum; }

  OuterLoop image() const { return {OuterLoop::Axis::plain, number("p"), problem_.extent("p")}; }
  OuterLoop rows() const { return {OuterLoop::Axis::rows, number("q"), problem_.extent("q") / pixels_}; }
  OuterLoop lanes() const {
    return {OuterLoop::Axis::lanes, number("k"), problem_.extent("k") / (vectors_ * machine_.lanes)};
  }
  OuterLoop sum(std::int64_t parts) const { return {OuterLoop::Axis::plain, number("c"), parts, true}; }

  /// `order`: outermost first; a sum in it is the one whose parts stand outside.
  Prediction predicted(const std::vector<OuterLoop>& order) const {
    const auto outer = std::find_if(order.begin(), order.end(), [](const OuterLoop& a) { return a.is_outer; });
    return model_.predicted({&tiles_, order, outer == order.end() ? 1 : outer->times});
  }

 private:
  std::size_t number(const std::string& dim) const { return model_.tilings().traffic().number(dim); }

  const Problem problem_;
  const Machine machine_;
  const Model model_;
  const std::int64_t pixels_, vectors_;
  const RegisterTiling tiling_;
  const UnrolledSums unrolled_;  // nothing unrolled
  const CostedTiling tiles_;
};

}  // namespace

TEST_CASE("tiles whose results read the same places are like those that were measured so") {
  const Problem p = convolution("64,64,28,28,3,3");
  const RegisterTilings c(p, machine, none);
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
    for (const RegisterTiling& c : RegisterTilings(p, machine, none).cheapest(100)) {
      const std::int64_t rows = c.rows.parts[0].values[0], k = c.rows.dim == "k" ? rows : c.rows.width;
      INFO(c.rows.dim << " " << rows << " " << c.rows.across << " " << c.rows.width << " vectors " << c.vectors);
      const std::int64_t of_image = k > 1 ? rows * c.rows.width / k * c.vectors : 1;
      const std::int64_t operands = layout == kernels::conv::Layout::nhwc ? c.vectors : of_image;
      CHECK(rows * c.rows.width * c.vectors + operands + 1 <= machine.registers);
    }
  }
}

TEST_CASE("pixels a page apart crowd each other, and weights of steps that are unrolled displace each other") {
  const auto alone = [](const char* shape, const UnrolledSums& unrolled, std::int64_t pixels) {
    const Problem p = convolution(shape);
    return RegisterTilings(p, machine, none).cost(along_q(p, pixels, 2), unrolled);
  };
  CHECK(alone("64,1024,1,28,1,1", {}, 14).set_conflicts > 0);
  CHECK(alone("64,1024,1,28,1,1", {}, 4).set_conflicts == 0);
  CHECK(alone("64,1040,1,28,1,1", {}, 14).set_conflicts == 0);
  CHECK(alone("64,512,7,7,3,3", {"r", "s"}, 7).evicted > 0);
  CHECK(alone("64,520,7,7,3,3", {"r", "s"}, 7).evicted < alone("64,512,7,7,3,3", {"r", "s"}, 7).evicted / 2);
  CHECK(alone("64,512,7,7,3,3", {"s"}, 7).evicted < alone("64,512,7,7,3,3", {"r", "s"}, 7).evicted);
  CHECK(alone("64,512,7,7,3,3", {"s"}, 7).evicted > 0);
  CHECK(alone("64,520,7,7,3,3", {"s"}, 7).evicted == 0);
}

TEST_CASE(
    "where no tile was measured, steps that share what they read are not unrolled in tiles that fill the "
    "registers") {
  const Problem p = convolution("64,64,28,28,3,3");
  const RegisterTilings c(p, reads_elements_at_once, none);
  const auto near = [&](std::int64_t pixels, const UnrolledSums& unrolled) {
    return c.cost(along_q(p, pixels, 2), unrolled).l1_resident;
  };
  CHECK(near(14, {"s"}) > 1.2 * near(14, {}));
  CHECK(near(14, {"r"}) == near(14, {}));
  CHECK(near(7, {"s"}) == near(7, {}));
}

TEST_CASE("steps that are unrolled cost addresses where each element has an instruction of its own") {
  const Problem p = convolution("64,64,28,28,3,3");
  const auto more = [&](const Machine& m, const UnrolledSums& unrolled, std::int64_t pixels) {
    const RegisterTilings c(p, m, none);
    return c.cost(along_q(p, pixels, 1), unrolled).l1_resident / c.cost(along_q(p, pixels, 1), {}).l1_resident;
  };
  CHECK(more(machine, {"r"}, 14) > 1.1);
  CHECK(more(machine, {"r"}, 14) > more(machine, {"r"}, 4));
  CHECK(more(machine, {"r"}, 2) == 1);  // six addresses are held
  CHECK(more(reads_elements_at_once, {"r"}, 14) == 1);
}

TEST_CASE("a single lane that is left over goes with a vector") {
  const Problem p = convolution("65,64,28,28,3,3");
  std::map<std::int64_t, std::string> parts;  // by the vectors of a tile
  for (const RegisterTiling& c : RegisterTilings(p, machine, none).cheapest(100)) {
    std::string& text = parts[c.vectors] = "";
    for (const schemes::Part& part : c.lanes)
      text += fmt::format("({}, {}, {})", part.times, part.values[0], part.values[1]);
  }
  CHECK(parts[1] == "(4, 1, 16)(1, 1, 1)");  // more would not fit
  CHECK(parts[2] == "(1, 2, 16)(1, 1, 16)(1, 1, 17)");
  CHECK(parts[3] == "(1, 2, 16)(1, 1, 33)");
}

TEST_CASE("pages of several lines each are more than a core follows where a tile and its steps have many") {
  const Problem p = convolution("64,64,28,28,3,3");
  const RegisterTilings tilings(p, machine, none);
  const auto pages = [&](const std::string& dim, const UnrolledSums& unrolled) {
    return tilings.cost({{dim, {{2, {14}}}}, 2, {{2, {2, 16}}}}, unrolled).pages;
  };
  CHECK(pages("p", {"r", "s"}) > 0);
  CHECK(pages("q", {"r", "s"}) == 0);
  CHECK(pages("p", {"r"}) == 0);
  CHECK(tilings.cost({{"p", {{2, {14}}}}, 2, {{2, {2, 16}}}}, {"r", "s"}).cycles >
        tilings.cost({{"q", {{2, {14}}}}, 2, {{2, {2, 16}}}}, {"r", "s"}).cycles);
}

TEST_CASE("results at the edges of an image with zeros around it lack terms") {
  const auto edges = [](const char* shape) { return convolution(shape).edges; };
  CHECK(edges("64,64,28,28,3,3").empty());
  const std::vector<Edge> both = edges("K=64,C=3,H=224,W=112,R=7,S=3,stride_h=2,top=3,bottom=3,left=1");
  REQUIRE(both.size() == 2);
  CHECK((both[0].dim == "p" && both[0].sum == "r" && both[0].first == 2 && both[0].last == 1));
  CHECK((both[1].dim == "q" && both[1].sum == "s" && both[1].first == 1 && both[1].last == 0));
  CHECK(convolution("K=64,C=64,H=28,W=28,R=3,S=3,pad=1", kernels::conv::Layout::nchw).edges.empty());  // copied
}

TEST_CASE("in tiles at an edge the loop that is cut there is not unrolled") {
  Microkernels measured;
  measured.measured({14, 1, ""}, 50);
  measured.measured({14, 1, "s"}, 100);
  const auto near = [&](const char* shape, const UnrolledSums& unrolled) {
    const Problem p = convolution(shape);
    return RegisterTilings(p, reads_elements_at_once, measured).cost(along_q(p, 14, 1), unrolled).l1_resident /
           p.operations();
  };
  const double slow = near("K=64,C=64,H=28,W=28,R=3,S=3,pad=1", {}), fast = slow / 2;
  CHECK(near("64,64,28,28,3,3", {"s"}) == Approx(fast).epsilon(0.01));
  CHECK(near("K=64,C=64,H=28,W=28,R=3,S=3,pad=1", {"s"}) == Approx(slow).epsilon(0.01));  // both are at one
  CHECK(near("K=64,C=64,H=28,W=56,R=3,S=3,pad=1", {"s"}) == Approx((fast + slow) / 2).epsilon(0.01));
  CHECK(near("K=64,C=64,H=28,W=56,R=3,S=3,left=1,right=1,top=1,bottom=1", {}) == Approx(slow).epsilon(0.01));
  CHECK(near("K=64,C=64,H=28,W=57,R=3,S=3,left=1", {"s"}) == Approx((3 * fast + slow) / 4).epsilon(0.03));
}

TEST_CASE("results of a sum in parts that leave the caches between cost more than those that stay") {
  const AlongQ nest(convolution("128,64,136,136,3,3"), 8, 2);
  REQUIRE(nest.split_sum() == "c");
  const OuterLoop rows = nest.rows(), lanes = nest.lanes(), image = nest.image(), sum = nest.sum(4);
  const Prediction far = nest.predicted({sum, lanes, image, rows});
  const Prediction near = nest.predicted({image, lanes, sum, rows});
  const Prediction whole = nest.predicted({image, lanes, rows});
  CHECK(far.cycles > 1.05 * near.cycles);
  CHECK(near.cycles > whole.cycles);
  CHECK((far.has_partial_sums && !whole.has_partial_sums));
  CHECK(whole.reduction == 9 * 64);
}

TEST_CASE("a block of weights from memory is asked for while others read the one before it, where both fit") {
  const auto predicted = [](const char* shape, std::int64_t parts, bool is_image_inside) {
    const AlongQ nest(convolution(shape), 7, 2);
    const OuterLoop image = nest.image(), lanes = nest.lanes(), sum = nest.sum(parts);
    return is_image_inside ? nest.predicted({sum, lanes, image}) : nest.predicted({sum, image, lanes});
  };
  const auto asks = [](const Prediction& p) { return p.prefetches_next[1]; };
  REQUIRE(convolution("8,8,8,8,3,3").arrays[1].name == "F");
  const char *const large = "1024,1024,7,7,3,3", *const small = "128,128,7,7,3,3";
  CHECK(asks(predicted(large, 8, true)));         // two blocks of 9 x 128 x 32
  CHECK_FALSE(asks(predicted(large, 4, true)));   // of 9 x 256 x 32: more than three quarters of 512 KiB
  CHECK_FALSE(asks(predicted(large, 8, false)));  // of 9 x 128 x 1024
  CHECK_FALSE(asks(predicted(small, 8, true)));   // in the cache anyway
  CHECK(predicted(large, 8, true).cycles < predicted(large, 4, true).cycles);
  CHECK_FALSE(predicted(large, 8, true).prefetches_next[2]);  // the image is in the cache
}

TEST_CASE("two blocks of rows that share sets of L2 need room there") {
  const auto asks = [](const std::string& shape) {
    using namespace kernels::conv;
    const AlongQ nest(problem(parse(shape), Layout::nhwc, Weights::hwio), 7, 2);
    return nest.predicted({nest.sum(8), nest.lanes(), nest.image()}).prefetches_next[1];
  };
  CHECK(asks("1056,1024,7,7,3,3"));        // two blocks of 9 x 128 x 32
  CHECK_FALSE(asks("1024,1024,7,7,3,3"));  // whose rows are a page apart
}

TEST_CASE("so are the next pixels of an image from memory") {
  const Problem p = convolution("64,128,136,136,1,1");
  const AlongQ nest(p, 8, 2);
  REQUIRE(p.arrays[2].name == "I");
  const Prediction again = nest.predicted({nest.image(), nest.rows(), nest.lanes()}),
                   once = nest.predicted({nest.lanes(), nest.image(), nest.rows()});
  CHECK(again.prefetches_next[2]);
  CHECK_FALSE(again.prefetches_next[1]);  // weights stay in L2
  CHECK_FALSE(once.prefetches_next[2]);   // nothing inside reads them again
  CHECK(again.cycles < once.cycles);
}

TEST_CASE("results that leave the caches are best reached side by side") {
  const auto by_row = [](const char* shape) {
    const AlongQ nest(convolution(shape), 4, 4);
    return std::pair(nest.predicted({nest.image(), nest.rows()}), nest.predicted({nest.rows(), nest.image()}));
  };
  const auto [along, across] = by_row("64,3,224,224,3,3");
  CHECK(along.result_runs == Approx(1));
  CHECK(across.result_runs == Approx(224 * 56));
  CHECK(along.cycles < across.cycles);
  CHECK(by_row("64,3,28,28,3,3").second.result_runs == 0);  // they stay in L2
}

TEST_CASE("a tile stores no more lines than a core can wait for where no cache has them") {
  const auto cycles = [](std::int64_t third, std::int64_t pixels) {
    Machine m = machine;
    m.caches.l3 = third;
    const AlongQ nest(convolution("32,3,544,544,3,3"), pixels, 2, m);
    return nest.predicted({nest.image(), nest.rows()}).cycles;
  };
  constexpr std::int64_t small = 16 << 20, large = 64 << 20;
  CHECK(cycles(small, 8) == cycles(large, 8));
  CHECK(cycles(small, 16) > cycles(large, 16));
}

TEST_CASE("results from memory are asked for where a tile has them before memory answers") {
  const auto first = [](const char* shape) {
    return schemes::text(space(convolution(shape), machine, {}, {16, 1})[0].scheme);
  };
  CHECK_THAT(first("64,3,224,224,3,3"), StartsWith("Prefetch(O) T("));
  CHECK_THAT(first("64,64,224,224,3,3"), !StartsWith("Prefetch(O)"));  // many terms
  CHECK_THAT(first("64,3,28,28,3,3"), !StartsWith("Prefetch(O)"));     // near
}

TEST_CASE("weights in rows far apart cost each row that a tile reads from beyond L1") {
  const auto predicted = [](const char* shape, kernels::conv::Weights weights, std::int64_t vectors) {
    using kernels::conv::Layout, kernels::conv::parse;
    const AlongQ nest(kernels::conv::problem(parse(shape), Layout::nhwc, weights), 4, vectors);
    return nest.predicted({nest.lanes(), nest.image(), nest.rows()});
  };
  using kernels::conv::Weights;
  const char *const far = "512,64,10,10,3,3", *const near = "256,64,10,10,3,3";
  const Prediction two = predicted(far, Weights::hwio, 2), four = predicted(far, Weights::hwio, 4);
  CHECK(two.rows_from_l2 == two.from_l2[1] / (4 * 32));
  CHECK(two.rows_from_l3 == two.from_l3[1] / (4 * 32));
  CHECK(four.rows_from_l2 == two.rows_from_l2 / 2);
  CHECK(four.cycles - four.tiles.cycles < two.cycles - two.tiles.cycles);
  CHECK(predicted(near, Weights::hwio, 2).rows_from_l2 == 0);
  CHECK(predicted(far, Weights::packed, 2).rows_from_l2 == 0);
}

TEST_CASE("the schemes of weights from memory ask for the next block") {
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

TEST_CASE("a step of more than was measured costs more than as many in a loop") {
  const auto times_as_long = [](const std::string& shape) {
    const Problem p = convolution(shape);
    const RegisterTilings tilings(p, machine, none);
    const RegisterTiling tile = along_q(p, 14, 2);
    return tilings.cost(tile, {"r", "s"}).cycles / tilings.cost(tile, {"s"}).cycles;
  };
  CHECK(times_as_long("64,64,28,28,3,5") > 1.1 * times_as_long("64,64,28,28,3,3"));
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
