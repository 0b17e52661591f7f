// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>

#include "tuning_fixture.hpp"

using namespace tessera;
using namespace tessera::tuning;
using namespace tessera::tuning::test;

namespace {

/// Tiles of one size along a row of pixels, for which a test chooses the loops around.
class AlongQ {
 public:
  AlongQ(Problem p, std::int64_t pixels, std::int64_t vectors, const Machine& m = machine)
      : problem_(std::move(p)),
        machine_(m),
        model_(problem_, machine_, none_measured),
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

TEST_CASE("partial sums that leave the caches in between cost more than those that stay") {
  const AlongQ nest(convolution("128,64,136,136,3,3"), 8, 2);
  REQUIRE(nest.split_sum() == "c");
  const OuterLoop rows = nest.rows(), lanes = nest.lanes(), image = nest.image(), sum = nest.sum(4);
  const Prediction far = nest.predicted({sum, lanes, image, rows});
  const Prediction near = nest.predicted({image, lanes, sum, rows});
  const Prediction whole = nest.predicted({image, lanes, rows});
  CHECK(far.cycles > near.cycles);
  CHECK(near.cycles > whole.cycles);
  CHECK((far.has_partial_sums && !whole.has_partial_sums));
  CHECK(whole.reduction == 9 * 64);
}

TEST_CASE("a block of weights from memory is prefetched while tiles read the one before it, where both fit") {
  const auto predicted = [](const char* shape, std::int64_t parts, bool is_image_inside) {
    const AlongQ nest(convolution(shape), 7, 2);
    const OuterLoop image = nest.image(), lanes = nest.lanes(), sum = nest.sum(parts);
    return is_image_inside ? nest.predicted({sum, lanes, image}) : nest.predicted({sum, image, lanes});
  };
  const auto prefetches = [](const Prediction& p) { return p.prefetches_next[1]; };
  REQUIRE(convolution("8,8,8,8,3,3").arrays[1].name == "F");
  const char *const large = "1024,1024,7,7,3,3", *const small = "128,128,7,7,3,3";
  CHECK(prefetches(predicted(large, 8, true)));         // two blocks of 9 x 128 x 32
  CHECK_FALSE(prefetches(predicted(large, 4, true)));   // of 9 x 256 x 32: more than three quarters of 512 KiB
  CHECK_FALSE(prefetches(predicted(large, 8, false)));  // of 9 x 128 x 1024
  CHECK_FALSE(prefetches(predicted(small, 8, true)));   // in the cache anyway
  CHECK(predicted(large, 8, true).cycles < predicted(large, 4, true).cycles);
  CHECK_FALSE(predicted(large, 8, true).prefetches_next[2]);  // the image is in the cache
}

TEST_CASE("two blocks of rows that share sets of L2 need room there") {
  const auto prefetches = [](const std::string& shape) {
    using namespace kernels::conv;
    const AlongQ nest(problem(shapes::parse_conv_shape(shape), Layout::nhwc, Weights::hwio), 7, 2);
    return nest.predicted({nest.sum(8), nest.lanes(), nest.image()}).prefetches_next[1];
  };
  CHECK(prefetches("1056,1024,7,7,3,3"));        // two blocks of 9 x 128 x 32
  CHECK_FALSE(prefetches("1024,1024,7,7,3,3"));  // whose rows are a page apart
}

TEST_CASE("the next pixels of an image from memory are prefetched where tiles read a block again") {
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

TEST_CASE("results that leave the caches are cheapest in long contiguous runs") {
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

TEST_CASE("a tile that stores more lines than a core can wait for costs more where no cache has them") {
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

TEST_CASE("weights in rows far apart cost something for each row that a tile reads from beyond L1") {
  const auto predicted = [](const char* shape, kernels::conv::Weights weights, std::int64_t vectors) {
    using kernels::conv::Layout;
    const AlongQ nest(kernels::conv::problem(shapes::parse_conv_shape(shape), Layout::nhwc, weights), 4, vectors);
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
