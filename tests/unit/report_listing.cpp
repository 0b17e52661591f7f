// SPDX-License-Identifier: Apache-2.0
// Where statements and expressions stand in the printed text: for all programs of the text tests, and for some by hand.
#include <catch2/catch.hpp>

#include "artifact/report/listing.hpp"
#include "artifact/report/registers.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/lines.hpp"
#include "dsl/syntax/module.hpp"
#include "tests/unit/scheduled.hpp"

using namespace tessera;
using ir::Path;
using report::Listing;
using report::Span;

namespace {

const std::string source = TESSERA_SOURCE_DIR;

std::string trimmed(const std::string& line) { return line.substr(std::min(line.find_first_not_of(' '), line.size())); }
struct Counts {
  int statements = 0, expressions = 0, found = 0;
};

class Walk {
 public:
  Walk(const ir::Procedure& proc, Counts& counts) : listing_(proc), names_(proc), counts_(counts) {
    walk(proc.body, {}, ir::Branch::body);
  }

 private:
  void walk(const ir::Block& list, const Path& parent, ir::Branch branch) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      Path here = parent.child(branch, static_cast<int>(i));
      statement(list[i], here);
      for (ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
        if (const ir::Block* below = ir::branch(list[i], b)) walk(*below, here, b);
    }
  }

  void statement(const ir::Stmt& s, const Path& path) {
    ++counts_.statements;
    std::optional<Span> span = listing_.span(path);
    REQUIRE(span);
    std::string line = trimmed(listing_.lines().at(static_cast<std::size_t>(span->first)));
    std::string printed = first_line(ir::print(s, names_));
    bool chained = line == "el" + printed;
    CHECK((line == printed || chained));
    std::size_t lines = report::split_lines(ir::print(s, names_)).size();
    CHECK(static_cast<std::size_t>(span->count) == lines);
    std::vector<ir::Expr> tops = ir::expressions(s);
    for (std::size_t i = 0; i < tops.size(); ++i) expression(tops[i], path.expr({static_cast<int>(i)}));
  }

  void expression(const ir::Expr& e, const Path& path) {
    ++counts_.expressions;
    Span span = *listing_.span(path);
    if (span.to) {
      ++counts_.found;
      const std::string& line = listing_.lines()[static_cast<std::size_t>(span.first)];
      CHECK(line.substr(static_cast<std::size_t>(span.from), static_cast<std::size_t>(span.to - span.from)) ==
            ir::print(e, names_));
    }
    std::vector<ir::Expr> below = ir::children(e);
    for (std::size_t i = 0; i < below.size(); ++i) expression(below[i], path.expr({static_cast<int>(i)}));
  }

  Listing listing_;
  ir::Names names_;
  Counts& counts_;
};

ir::ProcRef parsed(const std::string& text) { return syntax::parse_module(text, "<test>", {}).procs.back(); }

std::vector<report::RegisterUse> registers(const std::string& body) {
  return report::register_use(
      *parsed("memory V:\n    holds f32[4] as v4\n    registers 6\n"
              "@instr(\"v({dst_data});\")\ndef zero(dst: [f32][4] @ V):\n"
              "    for i in seq(0, 4):\n        dst[i] = 0.0\n"
              "def p(n: size):\n" +
              body));
}

}  // namespace

TEST_CASE("every statement and expression of the text tests is found in the listing") {
  Counts counts;
  for (const auto& path : testing::find_tests(source + "/tests/primitives")) {
    testing::TestFile t = testing::read_test(path);
    if (t.expects_error() || t.schedule.empty()) continue;
    INFO(path.filename().string());
    try {
      for (const VersionRef& v : testing::scheduled(t).history()) Walk(*v->ir, counts);
    } catch (const Error&) {
      continue;  // the runner of the text tests reports it
    }
  }
  CHECK(counts.statements > 1000);
  CHECK(counts.found > counts.expressions * 99 / 100);
}

TEST_CASE("an operand is not taken for the same text on the left, or in another operand") {
  ir::ProcRef p = parsed("def p(A: f32[8]):\n    for i in seq(0, 4):\n        A[i + 1] = A[i] + A[i + 1] * A[i]\n");
  Listing listing(*p);
  Path assign = Path{}.child(ir::Branch::body, 0).child(ir::Branch::body, 0);
  auto from = [&](std::vector<int> exprs) { return listing.span(assign.expr(std::move(exprs)))->from; };
  const std::string line = "        A[i + 1] = A[i] + A[i + 1] * A[i]";
  REQUIRE(listing.lines()[2] == line);
  CHECK(from({1, 0}) == static_cast<int>(line.find("A[i] +")));
  CHECK(from({1, 1, 0}) == static_cast<int>(line.rfind("A[i + 1]")));
  CHECK(from({1, 1, 1}) == static_cast<int>(line.rfind("A[i]")));
  CHECK(from({0}) == static_cast<int>(line.find("i + 1")));
}

TEST_CASE("called procedures follow, instructions do not") {
  Listing listing(
      *parsed("@instr(\"x\")\ndef one(a: [f32][1]):\n    a[0] = 1.0\n"
              "def inner(a: [f32][1]):\n    one(a[0:1])\n"
              "def p(A: f32[8]):\n    inner(A[0:1])\n    inner(A[1:2])\n"));
  CHECK(listing.lines() == std::vector<std::string>{"def p(A: f32[8] @ DRAM):", "    inner(A[0:1])",
                                                    "    inner(A[1:2])", "",
                                                    "def inner(a: [f32][1] @ DRAM):", "    one(a[0:1])"});
}

TEST_CASE("registers are counted where most are in scope, and where most are in use") {
  auto uses =
      registers("    a: f32[2, 4] @ V\n    b: f32[4] @ V\n    zero(a[0, 0:4])\n    zero(a[1, 0:4])\n    zero(b)\n");
  REQUIRE(uses.size() == 1);
  CHECK(uses[0].memory == "V");
  CHECK(uses[0].available == 6);
  CHECK(uses[0].allocated == 3);
  CHECK(uses[0].live == 2);
  CHECK(uses[0].exact);
}

TEST_CASE("a window keeps the buffer after it alive, a loop all that is used around it") {
  auto window =
      registers("    a: f32[4] @ V\n    b: f32[4] @ V\n    zero(a)\n    w = a[0:4]\n    zero(b)\n    zero(w)\n");
  CHECK(window[0].live == 2);
  auto loop = registers(
      "    a: f32[4] @ V\n    zero(a)\n    for i in seq(0, n):\n        b: f32[3, 4] @ V\n"
      "        zero(b[0, 0:4])\n    zero(a)\n");
  CHECK(loop[0].live == 4);
  CHECK(loop[0].allocated == 4);
}

TEST_CASE("blocks one after the other share registers") {
  auto uses = registers(
      "    for i in seq(0, n):\n        a: f32[2, 4] @ V\n        zero(a[0, 0:4])\n"
      "    for i in seq(0, n):\n        b: f32[3, 4] @ V\n        zero(b[0, 0:4])\n");
  CHECK(uses[0].allocated == 3);
  CHECK(uses[0].live == 3);
}
