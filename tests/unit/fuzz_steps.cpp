// SPDX-License-Identifier: Apache-2.0
// Random programs and steps: what is accepted must keep the meaning, and what is wrong must be noticed and made small.
#include <catch2/catch.hpp>

#include <algorithm>

#include "dsl/rewrite/primitive.hpp"
#include "fuzz/campaign.hpp"
#include "fuzz/dead_cases.hpp"
#include "fuzz/oracles.hpp"
#include "fuzz/procedures.hpp"
#include "fuzz/shrink.hpp"
#include "tests/unit/forwarding.hpp"

using namespace tessera;
using fuzz::Campaign;
using fuzz::Outcome;
using fuzz::Target;

namespace {

Campaign campaign(Target target, std::size_t count) {
  Campaign out;
  out.target = target;
  out.count = count;
  return out;
}

Outcome run(const Campaign& c) {
  return fuzz::run(c, [](const Outcome&) {});
}

std::string text_of(const Outcome& o) {
  std::string out;
  for (const fuzz::Numbered& f : o.findings)
    out += fmt::format("{}\n{}\n", f.finding.message, fuzz::as_test(f.finding, fmt::format("case {}", f.number)));
  return out;
}

// The same, as far as a person would compare it.
std::string summary(const Outcome& o) {
  std::string out = fmt::format("{} {}\n", o.counts.programs, o.counts.accepted);
  for (const auto& [name, n] : o.counts.primitives)
    out += fmt::format("{} {} {} {} {}\n", name, n.tried, n.accepted, n.refused, n.undecided);
  return out + text_of(o);
}

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("random steps on random programs keep the meaning, the bounds, the text, the trace and the cursors") {
  const Outcome o = run(campaign(Target::steps, 60));
  INFO(text_of(o));
  CHECK(o.findings.empty());
  CHECK(o.cases == 60);
  CHECK(o.counts.accepted * 2 > o.counts.programs);
  std::size_t accepted = 0;
  for (const auto& [name, n] : o.counts.primitives) accepted += n.accepted > 0;
  CHECK(accepted * 10 > primitives().size() * 7);
}

TEST_CASE("random steps reach every primitive") {
  Campaign c = campaign(Target::steps, 120);
  c.seed = 4;
  const Outcome o = run(c);
  INFO(text_of(o));
  CHECK(o.findings.empty());
  for (const Primitive& p : primitives()) {
    INFO(p.name);
    const auto found = o.counts.primitives.find(p.name);
    REQUIRE(found != o.counts.primitives.end());
    CHECK(found->second.accepted > 0);
  }
}

TEST_CASE("findings of other primitives do not count where one is asked for") {
  Campaign c = campaign(Target::steps, 40);
  c.settings.assumed = {"reorder_loops.S1"};
  c.shrink = false;
  c.primitive = "fuse";
  CHECK(run(c).findings.empty());
  c.primitive = "reorder_loops";
  CHECK(run(c).findings.size() == 1);
}

TEST_CASE("the C of random results gives the numbers of the interpreter") {
  Campaign c = campaign(Target::steps, 6);
  c.seed = 3;
  c.settings.compile_every = 2;
  const Outcome o = run(c);
  INFO(text_of(o));
  CHECK(o.findings.empty());
  CHECK(o.counts.compiled > 0);
}

TEST_CASE("a block is replaced by a generalised procedure rightly or not at all") {
  const Outcome o = run(campaign(Target::replace, 12));
  INFO(text_of(o));
  CHECK(o.findings.empty());
  CHECK(o.counts.primitives.at("replace").accepted > 20);
  CHECK(o.counts.primitives.at("replace").refused > 20);
}

TEST_CASE("schedules of several procedures keep the meaning, down to their C") {
  const Outcome o = run(campaign(Target::procedures, 16));
  INFO(text_of(o));
  CHECK(o.findings.empty());
  CHECK(o.counts.primitives.at("replace").accepted > 5);
  CHECK(o.counts.primitives.at("call_eqv").accepted > 5);
  CHECK(o.counts.primitives.at("set_window").accepted > 5);
  CHECK(o.counts.compiled > 0);
}

TEST_CASE("asserts that nobody can meet are noticed") {
  Campaign c = campaign(Target::procedures, 1000);
  c.seed = 8;
  c.minutes = 2;
  c.max_findings = 1;
  c.settings.assumed = {"partial_eval.S2"};
  const Outcome o = run(c);
  REQUIRE(o.findings.size() == 1);
  const std::string kind = o.findings.front().finding.kind;  // by runs, or by the proof of the result
  CHECK((kind == "asserts" || kind == "bounds"));
  CHECK(fuzz::show_derivation_again(o.findings.front().finding, c.settings));
  CHECK_FALSE(fuzz::show_derivation_again(o.findings.front().finding, {}));
}

TEST_CASE("a form that reads more in a parallel loop is noticed") {
  Campaign c = campaign(Target::procedures, 1000);
  c.seed = 1;
  c.minutes = 2;
  c.max_findings = 1;
  c.shrink = false;
  c.settings.assumed = {"call_eqv.S4"};
  const Outcome o = run(c);
  REQUIRE(o.findings.size() == 1);
  CHECK(o.findings.front().finding.kind == "bounds");
  CHECK(fuzz::show_derivation_again(o.findings.front().finding, c.settings));
  CHECK_FALSE(fuzz::show_derivation_again(o.findings.front().finding, {}));
}

TEST_CASE("a read of what was never written is noticed, at some sizes or at all") {
  const auto shown = [](const std::string& upto) {
    fuzz::Subject s;
    s.module =
        syntax::parse_module("def p(n: size, y: f32[n]):\n    for i in seq(0, n):\n        s: f32\n        if i < " +
                                 upto + ":\n            s = 1.0\n        y[i] = s\n",
                             "program.tess");
    s.inputs.procs.emplace_back(s.module.procs.front(), fuzz::make_context({}));
    return fuzz::as_written(s, {});
  };
  CHECK_FALSE(shown("n"));
  for (const char* upto : {"0", "3"}) {
    const std::optional<fuzz::Finding> found = shown(upto);
    REQUIRE(found);
    CHECK(found->kind == "unwritten");
    CHECK(found->message.find("never written") != std::string::npos);
  }
}

TEST_CASE("a copy for a case that never comes up is noticed") {
  const fuzz::Subject s = fuzz::load("def p(n: size, y: f32[n]):\n    for i in seq(0, n):\n        y[i] = 1.0\n", {});
  const Proc p = s.run("p = specialize(p, 'for i in _: _', ['n < 8', 'n < 4'])\n");
  CHECK_FALSE(fuzz::dead_case(s, p));
  for (const auto& [most, dead] : {std::pair{2, false}, std::pair{3, true}, std::pair{8, true}}) {
    auto before = std::make_shared<ir::Procedure>(*p.version()->parent->ir);  // as if the check had not asked
    const ir::Expr n = ir::read(before->args.front().name, ir::Scalar::size);
    before->asserts.push_back(ir::binary(ir::BinOp::gt, n, ir::int_lit(most)));
    auto made = std::make_shared<Version>();
    made->ir = p.version()->ir, made->step = p.version()->step;
    made->parent = Proc(before, p.context()).version();
    CHECK(fuzz::dead_case(s, Proc(made, p.context())).has_value() == dead);
  }
}

TEST_CASE("broken texts are refused in words, at a place") {
  const Outcome o = run(campaign(Target::text, 16));
  INFO(text_of(o));
  CHECK(o.findings.empty());
  CHECK(o.counts.texts > 300);
  CHECK(o.counts.read > 0);
  CHECK(o.counts.read < o.counts.texts);
}

TEST_CASE("the same seed gives the same cases, and each can be run alone") {
  const Campaign c = campaign(Target::steps, 4);
  const std::string whole = summary(run(c));
  CHECK(whole == summary(run(c)));
  fuzz::Outcome parts;
  for (std::size_t i = 0; i < c.count; ++i) {
    Campaign one = c;
    one.first = i, one.count = 1;
    parts.counts += run(one).counts;
  }
  CHECK(whole == summary(parts));
  Campaign other = c;
  other.seed = 2;
  CHECK(whole != summary(run(other)));
}

TEST_CASE("a dropped condition of a primitive is noticed, and the program that shows it is small") {
  Campaign c = campaign(Target::steps, 3000);
  c.minutes = 2;
  c.max_findings = 1;
  c.settings.assumed = {"reorder_loops.S1"};
  const Outcome o = run(c);
  REQUIRE(o.findings.size() == 1);
  const fuzz::Finding& found = o.findings.front().finding;
  INFO(text_of(o));
  CHECK(found.kind == "value");
  CHECK(found.primitive == "reorder_loops");
  CHECK(lines(found.schedule) == 1);
  CHECK(lines(found.program) <= 10);
  CHECK(fuzz::show_again(found, c.settings));
  CHECK_FALSE(fuzz::show_again(found, {}));  // with the condition the step is refused
  CHECK(fuzz::as_test(found, "").find("---- expect error reorder_loops.S1") != std::string::npos);
}

TEST_CASE("sizes and data differ from case to case: also more rows than columns are run") {
  const fuzz::Finding only_where_n_is_larger{
      "value", "reorder_loops", "",
      "def p(n: size, m: size, A: f32[n + m], B: f32[n], C: f32[4], D: f32[4]):\n"
      "    for i in seq(0, n):\n        for j in seq(0, m):\n"
      "            if i > m:\n                A[i + j] = B[i]\n",
      "p = reorder_loops(p, 'i j')\n"};
  fuzz::Settings settings;
  settings.assumed = {"reorder_loops.S1"};
  int noticed = 0;
  for (settings.data_seed = 1; settings.data_seed <= 20; ++settings.data_seed)
    noticed += fuzz::show_again(only_where_n_is_larger, settings).has_value();
  CHECK(noticed > 5);
}

TEST_CASE("a lost first value of 0 is noticed") {
  const fuzz::Finding lost{"value", "eliminate_dead_code", "",
                           "def p(n: size, y: f32):\n    t: f32\n    for i in seq(0, n):\n        t = 0.0\n"
                           "    t += 1.0\n    y = t\n",
                           "p = eliminate_dead_code(p, 'for i in _: _')\n"};
  fuzz::Settings settings;
  settings.assumed = {"eliminate_dead_code.S2"};
  const std::optional<fuzz::Finding> shown = fuzz::show_again(lost, settings);
  REQUIRE(shown);
  CHECK(shown->kind == "value");
}

TEST_CASE("many random steps at once are as good as one after the other, for cursors") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    fuzz::Dice dice(seed);
    std::optional<Proc> last;
    fuzz::random_steps(
        dice, {}, [](const fuzz::Finding&) {}, 1, [&](const Proc& p) { last = p; });
    REQUIRE(last);
    test::check_composition(*last);
  }
}
