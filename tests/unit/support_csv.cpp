// SPDX-License-Identifier: Apache-2.0
// Tables come in with comments and quotes, and go out so that they can come in again.
#include <catch2/catch.hpp>

#include <sstream>

#include "dsl/support/csv.hpp"
#include "dsl/support/whole_number.hpp"

using namespace tessera;

namespace {

CsvTable table(const std::string& text) {
  std::istringstream in(text);
  return read_csv(in, "t.csv");
}

template <class F> std::string refusal(F f) {
  try {
    f();
  } catch (const std::invalid_argument& e) { return e.what(); }
  return "";
}

}  // namespace

TEST_CASE("comments and empty lines are left out, lines are counted with them") {
  const CsvTable t = table("# shapes\n\na, b\n1 ,2\r\n  # more\n3,4\n");
  CHECK(t.columns == std::vector<std::string>{"a", "b"});
  REQUIRE(t.rows.size() == 2);
  CHECK(t.rows[0].fields == std::vector<std::string>{"1", "2"});
  CHECK(t.rows[1].line == 6);
  CHECK(t.at("b") == 1);
  CHECK_FALSE(t.find("c"));
}

TEST_CASE("what is written can be read") {
  const std::vector<std::string> fields{"", "plain", "a, b", "say \"no\"", ""};
  const CsvTable t = table("a,b,c,d,e\n" + csv_line(fields) + "\n");
  CHECK(t.rows[0].fields == fields);
}

TEST_CASE("a row of another length is refused with its line") {
  CHECK(refusal([] { table("a,b\n1,2\n1\n"); }) == "t.csv:3: 1 fields, the header has 2");
  CHECK(refusal([] { table("# nothing\n"); }) == "t.csv: there is no header");
  CHECK(refusal([] { table("a\n").at("b"); }) == "t.csv: there is no column 'b'");
}

TEST_CASE("a cell that is refused is pointed at") {
  const CsvTable t = table("name,size\n\"a, b\",many\n");
  try {
    t.whole(t.rows[0], 1, 0, 9);
    FAIL();
  } catch (const TableError& e) {
    CHECK((e.line == 2 && e.column == 8));
    CHECK(e.message == "'many' is not a whole number from 0 to 9");
  }
}

TEST_CASE("whole numbers are read whole and within their range") {
  CHECK(parse_whole("12", 1, 12) == 12);
  for (const char* text : {"", " 1", "1 ", "+1", "1.0", "0x1", "13", "0", "-1", "99999999999999999999"})
    CHECK(refusal([&] { parse_whole(text, 1, 12); }) ==
          "'" + std::string(text) + "' is not a whole number from 1 to 12");
}
