// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <random>

#include "artifact/report/diff.hpp"

using namespace tessera::report;

namespace {

// Both sides in order and whole, and rows that are said to be the same are.
void check_rows(const Lines& before, const Lines& after) {
  std::size_t b = 0, a = 0;
  for (const Row& row : diff(before, after)) {
    REQUIRE((row.before >= 0 || row.after >= 0));
    if (row.before >= 0) REQUIRE(static_cast<std::size_t>(row.before) == b++);
    if (row.after >= 0) REQUIRE(static_cast<std::size_t>(row.after) == a++);
    if (row.same) REQUIRE(before[b - 1] == after[a - 1]);
  }
  CHECK(b == before.size());
  CHECK(a == after.size());
}

// What `patch` makes of the text and its diff.
Lines patched(const Lines& before, const std::string& diff) {
  Lines out;
  std::size_t at = 0, start = 0;
  for (std::size_t i = 0; i < diff.size(); i = diff.find('\n', i) + 1) {
    std::string line = diff.substr(i, diff.find('\n', i) - i);
    if (line.starts_with("---") || line.starts_with("+++")) continue;
    if (line.starts_with("@@")) {
      int first = 0, count = 0;
      REQUIRE(std::sscanf(line.c_str(), "@@ -%d,%d", &first, &count) == 2);
      start = static_cast<std::size_t>(count ? first - 1 : first);
      while (at < start) out.push_back(before.at(at++));
    } else if (line[0] == '+') {
      out.push_back(line.substr(1));
    } else {
      REQUIRE(before.at(at++) == line.substr(1));
      if (line[0] == ' ') out.push_back(line.substr(1));
    }
  }
  while (at < before.size()) out.push_back(before[at++]);
  return out;
}

Lines random_lines(std::mt19937& random) {
  Lines out;
  for (std::size_t i = random() % 30; i > 0; --i) out.push_back(std::string(1, static_cast<char>('a' + random() % 5)));
  return out;
}

}  // namespace

TEST_CASE("rows hold both texts, and the unified diff leads from one to the other") {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    Lines before = random_lines(random), after = random_lines(random);
    INFO("round " << round);
    check_rows(before, after);
    CHECK(patched(before, unified(before, after, "a", "b", Colour::off)) == after);
  }
}

TEST_CASE("common lines stay, whatever is around them") {
  std::vector<Row> rows = diff({"x", "keep", "y"}, {"keep", "z"});
  std::size_t same = 0;
  for (const Row& row : rows) same += row.same;
  CHECK(same == 1);
}

TEST_CASE("lines that are alike stand side by side") {
  std::vector<Row> rows = diff({"for i in seq(0, 8):", "    A[i] = B[i]"},
                               {"for it in seq(0, 2):", "    for itt in seq(0, 4):", "        A[4 * it + itt] = B[i]"});
  REQUIRE(rows.size() == 3);
  CHECK((rows[0].before == 0 && rows[0].after == 0));
  CHECK((rows[1].before == -1 && rows[1].after == 1));
  CHECK((rows[2].before == 1 && rows[2].after == 2));
}

TEST_CASE("texts of many lines that differ throughout are still compared") {
  Lines before, after;
  for (int i = 0; i < 6000; ++i) before.push_back("a" + std::to_string(i)), after.push_back("b" + std::to_string(i));
  before.push_back("end"), after.push_back("end");
  check_rows(before, after);
}

TEST_CASE("equal texts have no diff") { CHECK(unified({"a", "b"}, {"a", "b"}, "x", "y", Colour::on).empty()); }

TEST_CASE("colour is in the unified diff only when asked for") {
  CHECK(unified({"a"}, {"b"}, "x", "y", Colour::off) == "--- x\n+++ y\n@@ -1,1 +1,1 @@\n-a\n+b\n");
  CHECK(unified({"a"}, {"b"}, "x", "y", Colour::on).find("\x1b[32m+b\x1b[0m\n") != std::string::npos);
}
