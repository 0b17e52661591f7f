// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <sstream>

#include "shapes/conv_text.hpp"
#include "shapes/layer_table.hpp"

using namespace tessera;
using namespace tessera::shapes;

namespace {

std::vector<ConvLayer> layers(const std::string& text) {
  std::istringstream in(text);
  return conv_layers(read_csv(in, "layers.csv"));
}

}  // namespace

TEST_CASE("layers of the papers hold their zeros in the image") {
  const auto all = layers("name,network,K,C,H,R,stride\na,net,64,3,224,7,2\nb,net,8,4,7,3,2\nc,net,8,4,7,1,2\n");
  CHECK(text(all[0].shape) == "K=64,C=3,H=229,W=229,R=7,S=7,stride=2");
  CHECK((all[0].shape.P() == 112 && all[1].shape.P() == 4 && all[2].shape.P() == 4));
  CHECK(all[0].further == std::vector<std::pair<std::string, std::string>>{{"network", "net"}});
  CHECK((all[0].line == 2 && all[2].line == 4));
}

TEST_CASE("descriptors say all of a layer") {
  const auto all = layers(
      "name,K,C,H,W,kh,kw,stride,pad_t,pad_l,pad_b,pad_r,dil,groups\n"
      "a,6,4,9,8,3,2,2x1,1,2,3,4,1x3,2\nb,6,4,9,8,3,2,2,0,0,0,0,1,1\n");
  CHECK(text(all[0].shape) == "groups=2,K=6,C=4,H=9,W=8,R=3,S=2,stride_h=2,dilation_w=3,top=1,left=2,bottom=3,right=4");
  CHECK(text(all[1].shape) == "K=6,C=4,H=9,W=8,R=3,S=2,stride=2");
  CHECK(all[0].further.empty());
}

TEST_CASE("what is wrong with a layer is told with its place") {
  for (const auto& [row, column, message] :
       {std::tuple{"a,6,4,9,0,1", 9, "'0' is not a whole number from 1 to 2147483648"},
        {"a,1,1,2147483648,3,2147483647", 0, "the image has 2147483650 rows, more than 2147483648"},
        {"a,2147483648,2147483648,1,1,1", 0,
         "the kernel has 1 x 1 x 2147483648 x 2147483648 elements, more than 1099511627776"}}) {
    try {
      layers("name,K,C,H,R,stride\n" + std::string(row) + "\n");
      FAIL(row);
    } catch (const TableError& e) {
      CHECK((e.line == 2 && e.column == column));
      CHECK(e.message == message);
    }
  }
}
