// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/problem.hpp"

#include <catch2/catch.hpp>

#include "shapes/conv_text.hpp"

using namespace tessera;
using tuning::Edge;

TEST_CASE("results at the edges of an image with zeros around it lack terms") {
  using kernels::conv::Layout;
  const auto edges = [](const char* shape, Layout layout = Layout::nhwc) {
    return kernels::conv::problem(shapes::parse_conv_shape(shape), layout).edges;
  };
  CHECK(edges("64,64,28,28,3,3").empty());
  const std::vector<Edge> both = edges("K=64,C=3,H=224,W=112,R=7,S=3,stride_h=2,top=3,bottom=3,left=1");
  REQUIRE(both.size() == 2);
  CHECK((both[0].dim == "p" && both[0].sum == "r" && both[0].first == 2 && both[0].last == 1));
  CHECK((both[1].dim == "q" && both[1].sum == "s" && both[1].first == 1 && both[1].last == 0));
  CHECK(edges("K=64,C=64,H=28,W=28,R=3,S=3,pad=1", Layout::nchw).empty());  // copied
}
