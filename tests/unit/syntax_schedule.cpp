// SPDX-License-Identifier: Apache-2.0
#include "dsl/syntax/schedule.hpp"

#include "tests/unit/syntax_support.hpp"

using namespace tessera;
using syntax::parse_schedule;
using syntax::Schedule;
using syntax::ScheduleExpr;
using Kind = ScheduleExpr::Kind;

namespace {

ScheduleExpr value(std::string_view text) {
  Schedule s = parse_schedule(text, "p.sched");
  REQUIRE(s.lines.size() == 1);
  return s.lines[0].value;
}

}  // namespace

TEST_CASE("a schedule is read line by line") {
  Schedule s = parse_schedule(R"(# 1) divide
MR, NR = 8, 12          # the tile
p = rename(ukernel_ref, f"uk_{MR}x{NR}")
p = p.partial_eval(MR, NR)

p = divide_loop(p, 'i', 4, ['it', 'itt'], perfect=True)
p = autofission(p, p.find('C_reg[_] = _').after(),
  n_lifts=5)
print(p)
)",
                              "p.sched");
  REQUIRE(s.lines.size() == 6);
  CHECK(s.lines[0].targets == std::vector<std::string>{"MR", "NR"});
  CHECK(s.lines[0].value.kind == Kind::list);
  CHECK(s.lines[0].value.items.at(1).integer == 12);
  CHECK(s.lines[0].text == "MR, NR = 8, 12");

  const ScheduleExpr& rename = s.lines[1].value;
  CHECK(rename.kind == Kind::call);
  CHECK(rename.items.at(0).text == "rename");
  CHECK(rename.items.at(2).kind == Kind::string);
  CHECK(rename.items.at(2).formatted);
  CHECK(rename.items.at(2).text == "uk_{MR}x{NR}");

  const ScheduleExpr& method = s.lines[2].value.items.at(0);
  CHECK(method.kind == Kind::attribute);
  CHECK(method.text == "partial_eval");
  CHECK(method.items.at(0).text == "p");

  const ScheduleExpr& divide = s.lines[3].value;
  REQUIRE(divide.items.size() == 5);
  CHECK(divide.items[4].kind == Kind::list);
  CHECK(divide.items[4].items.at(1).text == "itt");
  REQUIRE(divide.keywords.size() == 1);
  CHECK(divide.keywords[0].first == "perfect");
  CHECK(divide.keywords[0].second.boolean);

  CHECK(s.lines[4].loc.text() == "p.sched:7:1");
  CHECK(s.lines[4].text == "p = autofission(p, p.find('C_reg[_] = _').after(),\n  n_lifts=5)");
  CHECK(s.lines[4].source_line == "p = autofission(p, p.find('C_reg[_] = _').after(),");
  CHECK(s.lines[4].value.keywords.at(0).second.loc.text() == "p.sched:8:11");
  CHECK(s.lines[5].targets.empty());
}

TEST_CASE("the values of a schedule") {
  CHECK(value("x = 4").integer == 4);
  CHECK(value("x = 0.5").number == 0.5);
  CHECK(value("x = -4").kind == Kind::negate);
  CHECK(value("x = true").boolean);
  CHECK_FALSE(value("x = False").boolean);
  CHECK(value("x = None").kind == Kind::none);
  CHECK(value("x = \"a\" 'b'").text == "ab");
  CHECK_FALSE(value("x = \"a\"").formatted);
  CHECK(value("neon[\"x\"]").kind == Kind::index);
  CHECK(value("neon[\"x\"]").items.at(1).text == "x");
  CHECK(value("()").kind == Kind::list);
  CHECK(value("x = []").items.empty());
  CHECK(value("x = (1,)").items.size() == 1);
  CHECK(value("x = (1, 2), 3").items.at(0).items.size() == 2);
  CHECK(value("x = (1, 2), 3").items.size() == 2);
  CHECK(value("x = [1, 2], 3").items.size() == 2);
  ScheduleExpr sum = value("x = MR // 4 + NR % 3 * 2");
  CHECK(sum.op == ir::BinOp::add);
  CHECK(sum.items.at(0).op == ir::BinOp::div);
  CHECK(sum.items.at(1).op == ir::BinOp::mul);
  CHECK(sum.items.at(1).items.at(0).op == ir::BinOp::mod);
  CHECK(value("p.body()[0].next()").kind == Kind::call);
}

TEST_CASE("a `#` inside a string is no comment") {
  CHECK(value("x = find('i #2')  # third").items.at(1).text == "i #2");
}

TEST_CASE("a wrong schedule is refused at its place") {
  struct {
    const char* text;
    const char* place;
    const char* message;
  } wrong[] = {
      {"p = f(p,, 3)", "p.sched:1:9", "expected an argument, found `,`"},
      {"p = f(p", "p.sched:1:6", "'(' is never closed"},
      {"p = 'a\nq = f(p)\n", "p.sched:1:5", "string is never closed"},
      {"p = f(p)\n    q = 3\n", "p.sched:2:5", "an indented line, but a schedule has no blocks"},
      {"p = f(p) q\n", "p.sched:1:10", "expected the end of the line, found `q`"},
      {"for i in p:\n", "p.sched:1:1", "a schedule has no loops"},
      {"p = f(x=1, 2)", "p.sched:1:12", "an argument without a keyword comes after one with a keyword"},
      {"p = A[0:4]", "p.sched:1:7", "a schedule has no slices"},
      {"p = ", "p.sched:1:4", "expected an expression, found the end of the line"},
      {"3 = p", "p.sched:1:3", "expected the end of the line, found `=`"},
  };
  for (const auto& w : wrong) {
    INFO(w.text);
    Diagnostic d = test::diagnostic_of([&] { parse_schedule(w.text, "p.sched"); });
    CHECK(d.code == "syntax");
    CHECK(d.message == w.message);
    CHECK(d.loc.text() == w.place);
  }
}

TEST_CASE("no schedule makes the parser fall over") {
  const std::string text =
      "a, b = 8, (12, x)\np = f(p, 'i #2', [a, 4 // b], on=True).g()[\"k\"]  # done\nq = f\"{a}x\" -1.5\n";
  CHECK(test::count_refusals_of_broken(text, [](const std::string& t) { parse_schedule(t, "p.sched"); }) > 300);
}
