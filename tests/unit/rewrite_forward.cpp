// SPDX-License-Identifier: Apache-2.0
// Forwarding through whole schedules: the shipped ones and those of all text tests. No step may lead a cursor to a node
// that another one became, and many steps at once are as good as one after the other.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "api/load.hpp"
#include "dsl/script/evaluate.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"
#include "tests/runner/test_file.hpp"
#include "tests/unit/forwarding.hpp"
#include "tests/unit/scheduled.hpp"

using namespace tessera;

namespace {

const std::string source = TESSERA_SOURCE_DIR;

struct Run {
  script::Inputs inputs;
  Proc result;
};

Run run_test_file(const testing::TestFile& t, const std::map<std::string, std::string>& settings = {},
                  const std::string& subject = "") {
  auto context = std::make_shared<Context>();
  script::Inputs inputs = testing::inputs_of(t, context);
  if (!subject.empty()) {
    auto named = [&](const Proc& p) { return p.name() == subject; };
    inputs.procs.push_back(*std::find_if(inputs.procs.begin(), inputs.procs.end(), named));
  }
  inputs.settings = settings;
  return {inputs, script::evaluate(syntax::parse_schedule(t.schedule, t.path.string()), inputs, context)};
}

struct Example {
  std::string program, schedule, library, subject;
  std::map<std::string, std::string> settings;
};

Run run_example(const Example& e) {
  testing::TestFile t;
  t.path = source + "/examples/" + e.program;
  t.program = read_file(t.path);
  t.schedule = read_file(source + "/examples/" + e.schedule);
  t.libraries = {e.library};
  return run_test_file(t, e.settings, e.subject);
}

// The step once more, on the procedure before it with tags.
Proc run_tagged(const Run& run, const Version& v) {
  script::Inputs inputs = run.inputs;
  inputs.settings.clear();  // the step has values
  const ContextRef& context = run.result.context();
  for (const VersionRef& used : v.step.uses) inputs.procs.emplace_back(used, context);
  inputs.procs.emplace_back(test::tagged(*v.parent->ir), context);
  return script::evaluate(syntax::parse_schedule(script::call_text(v) + "\n", "<step>"), inputs, context);
}

int check_each_step(const Run& run) {
  int steps = 0;
  for (const VersionRef& v : run.result.history()) {
    if (!v->parent) continue;
    const Proc again = run_tagged(run, *v);
    for (const std::string& wrong : test::wrong_forwards(*again.version())) FAIL_CHECK(wrong);
    ++steps;
  }
  return steps;
}

}  // namespace

TEST_CASE("no cursor of the shipped schedules ends at another node") {
  const Example examples[] = {
      {"ukernel/ukernel.tess", "ukernel/neon_8x12.sched", "neon", "", {}},
      {"conv/conv.tess",
       "conv/two_tiles.sched",
       "avx512",
       "conv",
       {{"K", "64"}, {"C", "8"}, {"W", "7"}, {"H", "7"}, {"S", "3"}, {"R", "3"}, {"ta", "2"}, {"tb", "3"}}}};
  for (const Example& e : examples) {
    INFO(e.schedule);
    const Run run = run_example(e);
    CHECK(check_each_step(run) > 30);
    const test::Carried counts = test::check_composition(run.result);
    CHECK(counts.kept > 100);
    CHECK(counts.gone > 100);
  }
}

TEST_CASE("no cursor of the text tests ends at another node") {
  int steps = 0;
  for (const auto& path : testing::find_tests(source + "/tests/primitives")) {
    testing::TestFile t = testing::read_test(path);
    if (t.expects_error() || t.schedule.empty()) continue;
    INFO(path.filename().string());
    Run run;
    try {
      run = run_test_file(t);
    } catch (const Error&) {
      continue;  // the runner of the text tests reports it
    }
    steps += check_each_step(run);
    test::check_composition(run.result);
  }
  CHECK(steps > 100);
}
