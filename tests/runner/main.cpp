// SPDX-License-Identifier: Apache-2.0
// tessera_t — runs the text tests: one file, one behaviour.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>

#include "dsl/rewrite/contract.hpp"
#include "dsl/rewrite/primitive.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"
#include "tests/runner/docs.hpp"
#include "tests/runner/page.hpp"
#include "tests/runner/run_test.hpp"

namespace {

using namespace tessera;
using namespace tessera::testing;

void list_conditions(bool safety_only) {
  for (const rewrite::Condition& c : rewrite::step_conditions())
    if (!safety_only || c.id[0] == 'S') fmt::print("step.{}\n", c.id);
  for (const Primitive& p : primitives())
    for (const rewrite::Condition& c : p.conditions)
      if (!safety_only || c.id[0] == 'S') fmt::print("{}.{}\n", p.name, c.id);
}

// Every condition that refuses has a test that is refused by it, and every primitive a test that is accepted. For the
// conditions that choose between two right rewrites, scripts/weaken shows that a test notices.
int check_coverage(const std::vector<TestFile>& tests) {
  std::map<std::string, int> refused, accepted, refusals;
  for (const TestFile& t : tests) {
    const std::string primitive = t.path.parent_path().filename().string();
    ++(t.expects_error() ? refusals : accepted)[primitive];
    if (t.expects_error()) ++refused[t.error];
  }
  int missing = 0;
  const auto check = [&](const std::string& name, std::span<const rewrite::Condition> conditions) {
    fmt::print("{:24} {:6} {:6}\n", name, accepted[name], refusals[name]);
    if (!accepted[name]) fmt::print("no accepting test: {}\n", name), ++missing;
    for (const rewrite::Condition& c : conditions) {
      const std::string id = fmt::format("{}.{}", name, c.id);
      if (!c.chooses && !refused.count(id)) fmt::print("no refusing test: {} ({})\n", id, c.text), ++missing;
    }
  };
  fmt::print("{:24} {:>6} {:>6}\n", "tests of", "accept", "refuse");
  check("step", rewrite::step_conditions());
  for (const Primitive& p : primitives()) check(p.name, p.conditions);
  fmt::print("{} conditions without a test\n", missing);
  return missing == 0 ? 0 : 1;
}

int run_all(const std::vector<TestFile>& tests, const Settings& settings) {
  int failed = 0;
  for (const TestFile& t : tests) {
    std::string problem = run_test(t, settings);
    if (problem.empty()) continue;
    ++failed;
    fmt::print("FAILED {}\n{}\n\n", t.path.string(), problem);
  }
  fmt::print("{} passed, {} failed\n", tests.size() - static_cast<std::size_t>(failed), failed);
  return failed == 0 ? 0 : 1;
}

// The page as it stands is right, or is made so.
int check_page(const std::filesystem::path& page, bool update) {
  const std::string now = read_file(page), wanted = with_examples(now, page.parent_path().string());
  if (now == wanted) return 0;
  if (update) return write_files(page.parent_path(), {{page.filename().string(), wanted}}), 0;
  fmt::print("{} is out of date: its examples are made of the tests that it names; run scripts/docs\n", page.string());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"runs text tests (*.t): program, schedule, expected result or error"};
  std::vector<std::string> paths;
  std::vector<std::string> weakened;
  Settings settings;
  bool conditions = false, coverage = false, no_compile = false;
  std::string pages, examples;
  app.add_option("PATH", paths, "files or folders");
  app.add_option("--weaken", weakened, "assume this condition (reorder_loops.S1): some test should then fail");
  app.add_flag("--update", settings.update, "rewrite the expectations of accepting tests");
  app.add_flag("--no-compile", no_compile, "do not compile the C");
  app.add_flag("--list-conditions", conditions, "print the safety conditions of all primitives");
  app.add_flag("--coverage", coverage, "check that every condition has a refusing test");
  app.add_option("--docs", pages, "write a page per primitive to this folder");
  app.add_option("--examples", examples, "check the examples of this Markdown page; with --update, make them anew");
  CLI11_PARSE(app, argc, argv);
  try {
    if (conditions) return list_conditions(true), 0;
    if (!examples.empty()) return check_page(examples, settings.update);
    settings.assumed = {weakened.begin(), weakened.end()};
    settings.compile = !no_compile && weakened.empty();
    std::vector<TestFile> tests;
    for (const std::string& p : paths)
      for (const auto& file : find_tests(p)) tests.push_back(read_test(file));
    if (!pages.empty()) return write_files(pages, primitive_pages(tests, TESSERA_SOURCE_DIR)), 0;
    return coverage ? check_coverage(tests) : run_all(tests, settings);
  } catch (const Error& e) {
    fmt::print(stderr, "{}\n", e.diagnostic().render());
    return static_cast<int>(e.exit_code());
  }
}
