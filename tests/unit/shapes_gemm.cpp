// SPDX-License-Identifier: Apache-2.0
// Products: their extents as text and as tables.
#include <catch2/catch.hpp>

#include <sstream>

#include "dsl/support/diagnostic.hpp"
#include "shapes/gemm_shape.hpp"

using namespace tessera;

namespace {

CsvTable table(const std::string& text) {
  std::istringstream in(text);
  return read_csv(in, "t.csv");
}

}  // namespace

TEST_CASE("a field that is refused is pointed at") {
  for (const auto& [row, column] : {std::pair{"a,0,1,1,1", 3}, {"a,1,1,x,1", 7}, {"\"a, b\",1,1,1,many", 14}}) {
    try {
      shapes::gemm_shapes(table("name,m,n,k,count\n" + std::string(row) + "\n"));
      FAIL(row);
    } catch (const TableError& e) {
      CHECK(e.line == 2);
      CHECK(e.column == column);
      CHECK(e.message.find("is not a whole number from 1 to 1048576") != std::string::npos);
    }
  }
}

TEST_CASE("a shape keeps the further columns of its row") {
  const auto shapes = shapes::gemm_shapes(table("count,name,k,n,m,origin\n3,res_net_7,30,20,10,table I\n,x,1,1,1,\n"));
  REQUIRE(shapes.size() == 2);
  CHECK(shapes[0].m == 10);
  CHECK(shapes[0].n == 20);
  CHECK(shapes[0].k == 30);
  CHECK(shapes[0].flops() == 12000);
  CHECK(shapes[0].count() == 3);
  CHECK(shapes[0].network() == "res_net");
  CHECK(shapes[0].further == std::vector<std::pair<std::string, std::string>>{{"count", "3"}, {"origin", "table I"}});
  CHECK_FALSE(shapes[1].count());
  CHECK(shapes::gemm_shapes(table("name,m,n,k,network\na_1,1,1,1,other\n"))[0].network() == "other");
}

TEST_CASE("a shape from the command line is three extents") {
  const shapes::GemmShape shape = shapes::parse_gemm_shape("2,3,4");
  CHECK(shape.name == "2x3x4");
  CHECK(shape.k == 4);
  CHECK_FALSE(shape.count());
  for (const char* text : {"", "1", "1,2", "1,2,3,4", "1,2,3,", ",1,2,3", "1,,3", "1,2,1048577"})
    CHECK_THROWS_AS(shapes::parse_gemm_shape(text), InputError);
}

TEST_CASE("the shipped shapes are those of the papers") {
  const std::string data = TESSERA_SOURCE_DIR "/bench/data/";
  const auto networks = shapes::gemm_shapes(read_csv_file(data + "gemm_shapes.csv"));
  CHECK(networks.size() == 33);
  int resnet50 = 0;
  for (const shapes::GemmShape& shape : networks) resnet50 += shape.network() == "resnet50" ? *shape.count() : 0;
  CHECK(resnet50 == 53);
  int vgg16 = 0;
  for (const shapes::GemmShape& shape : networks) vgg16 += shape.network() == "vgg16" ? *shape.count() : 0;
  CHECK(vgg16 == 13);
  const auto squares = shapes::gemm_shapes(read_csv_file(data + "gemm_squares.csv"));
  REQUIRE(squares.size() == 9);
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const int n = 1000 + 500 * static_cast<int>(i);
    CHECK((squares[i].m == n && squares[i].n == n && squares[i].k == n));
  }
  const auto small = shapes::gemm_shapes(read_csv_file(data + "gemm_small.csv"));
  REQUIRE(small.size() == 42);
  CHECK(small.front().m == 8);
  CHECK(small.back().m == 49);
  for (const shapes::GemmShape& shape : small) CHECK((shape.n == 128 && shape.k == 128));
}
