// SPDX-License-Identifier: Apache-2.0
// The page of every schedule among the text tests: its data say what the steps say.
#include <catch2/catch.hpp>

#include <set>

#include "artifact/report/page.hpp"
#include "dsl/rewrite/primitive.hpp"
#include "dsl/support/diagnostic.hpp"
#include "tests/unit/scheduled.hpp"

using namespace tessera;
using report::Json;

namespace {

const std::string page_source = TESSERA_SOURCE_DIR;

Json data_of(const std::string& page) {
  const std::string start = "<script type=\"application/json\" id=\"data\">";
  std::size_t from = page.find(start) + start.size();
  return Json::parse(page.substr(from, page.find("</script>", from) - from));
}

// The program after a step, by its runs.
std::vector<int> applied(const std::vector<int>& before, const Json& runs) {
  std::vector<int> out;
  std::size_t at = 0;
  for (const Json& run : runs) {
    std::string kind = run[0];
    if (kind == "=" || kind == "-") {
      for (int i = run[1]; i > 0; --i, ++at)
        if (kind == "=") out.push_back(before.at(at));
    } else {
      for (std::size_t i = 1; i < run.size(); ++i, at += kind == "~") out.push_back(run[i]);
    }
  }
  CHECK(at == before.size());
  return out;
}

std::size_t places_among(const StepRecord& step) {
  static const std::set<std::string> kinds{"loop",   "statement", "scope", "call",
                                           "buffer", "block",     "gap",   "expression"};
  std::size_t out = 0;
  for (const auto& [name, text] : step.args)
    for (const Parameter& p : find_primitive(step.primitive)->parameters) out += p.name == name && kinds.count(p.kind);
  return out;
}

void check_page(const Proc& p, const std::string& schedule_text) {
  report::PageInput in;
  in.proc = p;
  in.schedule_text = schedule_text;
  in.times = report::Times::left_out;
  std::string page = report::page(in);
  CHECK(page == report::page(in));
  Json data = data_of(page);
  std::vector<VersionRef> history = p.history();
  REQUIRE(data["steps"].size() + 1 == history.size());
  std::vector<int> program = data["first"];
  for (std::size_t i = 1; i < history.size(); ++i) {
    const Json& step = data["steps"][i - 1];
    INFO("step " << i << ": " << step["call"]);
    program = applied(program, step["diff"]);
    std::string text;
    for (int line : program) text += data["lines"][static_cast<std::size_t>(line)].get<std::string>() + "\n";
    CHECK(text.starts_with(ir::print(*history[i]->ir)));
    CHECK(step["places"].size() == places_among(history[i]->step));
    for (const Json& place : step["places"]) CHECK(!place["before"].empty());
  }
}

}  // namespace

TEST_CASE("the page of every text test shows its programs and finds its places") {
  int pages = 0;
  for (const auto& path : testing::find_tests(page_source + "/tests/primitives")) {
    testing::TestFile t = testing::read_test(path);
    if (t.expects_error() || t.schedule.empty()) continue;
    INFO(path.filename().string());
    Proc p;
    try {
      p = testing::scheduled(t);
    } catch (const Error&) {
      continue;  // the runner of the text tests reports it
    }
    check_page(p, t.schedule);
    ++pages;
  }
  CHECK(pages > 100);
}
