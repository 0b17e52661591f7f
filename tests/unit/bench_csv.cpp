// SPDX-License-Identifier: Apache-2.0
// Tables come in with comments and quotes, and go out so that they can come in again.
#include <catch2/catch.hpp>

#include <sstream>

#include "microkernel.hpp"
#include "timing/csv.hpp"
#include "timing/gemm_shape.hpp"

using namespace tessera::bench;
namespace timing = tessera::timing;

namespace {

timing::CsvTable table(const std::string& text) {
  std::istringstream in(text);
  return timing::read_csv(in, "t.csv");
}

template <class F> std::string refusal(F f) {
  try {
    f();
  } catch (const std::invalid_argument& e) { return e.what(); }
  return "";
}

}  // namespace

TEST_CASE("comments and empty lines are left out, lines are counted with them") {
  const timing::CsvTable t = table("# shapes\n\na, b\n1 ,2\r\n  # more\n3,4\n");
  CHECK(t.columns == std::vector<std::string>{"a", "b"});
  REQUIRE(t.rows.size() == 2);
  CHECK(t.rows[0].fields == std::vector<std::string>{"1", "2"});
  CHECK(t.rows[1].line == 6);
  CHECK(t.at("b") == 1);
  CHECK_FALSE(t.find("c"));
}

TEST_CASE("what is written can be read") {
  const std::vector<std::string> fields{"", "plain", "a, b", "say \"no\"", ""};
  const timing::CsvTable t = table("a,b,c,d,e\n" + timing::csv_line(fields) + "\n");
  CHECK(t.rows[0].fields == fields);
}

TEST_CASE("a row of another length is refused with its line") {
  CHECK(refusal([] { table("a,b\n1,2\n1\n"); }) == "t.csv:3: 1 fields, the header has 2");
  CHECK(refusal([] { table("# nothing\n"); }) == "t.csv: there is no header");
  CHECK(refusal([] { table("a\n").at("b"); }) == "t.csv: there is no column 'b'");
}

TEST_CASE("a field that is refused is pointed at") {
  for (const auto& [row, column] : {std::pair{"a,0,1,1,1", 3}, {"a,1,1,x,1", 7}, {"\"a, b\",1,1,1,many", 14}}) {
    try {
      timing::gemm_shapes(table("name,m,n,k,count\n" + std::string(row) + "\n"));
      FAIL(row);
    } catch (const timing::TableError& e) {
      CHECK(e.line == 2);
      CHECK(e.column == column);
      CHECK(e.message.find("is not a whole number from 1 to 1048576") != std::string::npos);
    }
  }
}

TEST_CASE("whole numbers are read whole and within their range") {
  CHECK(timing::parse_whole("12", 1, 12) == 12);
  for (const char* text : {"", " 1", "1 ", "+1", "1.0", "0x1", "13", "0", "-1", "99999999999999999999"})
    CHECK(refusal([&] { timing::parse_whole(text, 1, 12); }) ==
          "'" + std::string(text) + "' is not a whole number from 1 to 12");
}

TEST_CASE("a shape keeps the further columns of its row") {
  const auto shapes = timing::gemm_shapes(table("count,name,k,n,m,origin\n3,res_net_7,30,20,10,table I\n,x,1,1,1,\n"));
  REQUIRE(shapes.size() == 2);
  CHECK(shapes[0].m == 10);
  CHECK(shapes[0].n == 20);
  CHECK(shapes[0].k == 30);
  CHECK(shapes[0].flops() == 12000);
  CHECK(shapes[0].count() == 3);
  CHECK(shapes[0].network() == "res_net");
  CHECK(shapes[0].further == std::vector<std::pair<std::string, std::string>>{{"count", "3"}, {"origin", "table I"}});
  CHECK_FALSE(shapes[1].count());
  CHECK(timing::gemm_shapes(table("name,m,n,k,network\na_1,1,1,1,other\n"))[0].network() == "other");
}

TEST_CASE("a shape from the command line is three extents") {
  const timing::GemmShape shape = timing::parse_gemm_shape("2,3,4");
  CHECK(shape.name == "2x3x4");
  CHECK(shape.k == 4);
  CHECK_FALSE(shape.count());
  for (const char* text : {"", "1", "1,2", "1,2,3,4", "1,2,3,", ",1,2,3", "1,,3", "1,2,1048577"})
    CHECK(!refusal([&] { timing::parse_gemm_shape(text); }).empty());
}

TEST_CASE("the shipped shapes are those of the papers") {
  const std::string data = TESSERA_SOURCE_DIR "/bench/data/";
  const auto networks = timing::gemm_shapes(timing::read_csv_file(data + "gemm_shapes.csv"));
  CHECK(networks.size() == 33);
  int resnet50 = 0;
  for (const timing::GemmShape& shape : networks) resnet50 += shape.network() == "resnet50" ? *shape.count() : 0;
  CHECK(resnet50 == 53);
  int vgg16 = 0;
  for (const timing::GemmShape& shape : networks) vgg16 += shape.network() == "vgg16" ? *shape.count() : 0;
  CHECK(vgg16 == 13);
  const auto squares = timing::gemm_shapes(timing::read_csv_file(data + "gemm_squares.csv"));
  REQUIRE(squares.size() == 9);
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const int n = 1000 + 500 * static_cast<int>(i);
    CHECK((squares[i].m == n && squares[i].n == n && squares[i].k == n));
  }
  const auto small = timing::gemm_shapes(timing::read_csv_file(data + "gemm_small.csv"));
  REQUIRE(small.size() == 42);
  CHECK(small.front().m == 8);
  CHECK(small.back().m == 49);
  for (const timing::GemmShape& shape : small) CHECK((shape.n == 128 && shape.k == 128));
}

TEST_CASE("microkernels of a table lie relative to it") {
  const auto specs =
      microkernel_specs(table("name,path,symbol,mr,nr,k\na,k.so,f,8,12,512\nb,/lib/k.so,g,1,2,3\n"), "/data");
  REQUIRE(specs.size() == 2);
  CHECK(specs[0].kernel == "/data/k.so:f");
  CHECK(specs[1].kernel == "/lib/k.so:g");
  CHECK(specs[0].flops() == 2.0 * 8 * 12 * 512);
  CHECK(parse_tile("8,12") == std::pair<int, int>{8, 12});
}
