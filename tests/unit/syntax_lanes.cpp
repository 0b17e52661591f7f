// SPDX-License-Identifier: Apache-2.0
// `lanes`: numbers of lanes that the machine chooses.
#include <fmt/format.h>

#include "tests/unit/syntax_support.hpp"

using namespace tessera;
using Catch::Matchers::Contains;

namespace {

const std::string vec =
    "memory VEC:\n    lanes VL in (4, 8, 16) as \"count()\"\n    holds f32[VL] as vec\n    registers 8\n";

void refuses(const std::string& text, const std::string& place, const std::string& message, const std::string& hint) {
  INFO(text);
  const Diagnostic d = test::diagnostic_of([&] { syntax::parse_module(text, "p.tess"); });
  CHECK_THAT(d.message, Contains(message));
  CHECK_THAT(d.hint, Contains(hint));
  CHECK(d.loc.text() == "p.tess:" + place);
}

void refuses_line(const std::string& line, int column, const std::string& message, const std::string& hint) {
  refuses("memory V:\n    " + line + "\n    holds f32[4] as v\n", fmt::format("2:{}", column), message, hint);
}

}  // namespace

TEST_CASE("a number of lanes is a literal of the length that a text is read for") {
  const std::string text = vec +
                           "def f(x: f32[2 * VL] @ DRAM, n: size):\n    assert n % VL == 0\n    v: f32[3, VL] @ VEC\n"
                           "    for i in seq(0, n / VL):\n        x[VL - 1] = 0.0\n";
  const syntax::Module first = syntax::parse_module(text, "p.tess"),
                       wide = syntax::parse_module(text, "p.tess", {}, 16);
  CHECK(first.memories[0]->lanes->length == 4);
  CHECK(first.memories[0]->holds[0].lanes == 4);
  CHECK(wide.memories[0]->lanes->length == 16);
  CHECK(wide.memories[0]->holds[0].lanes == 16);
  const std::string printed = ir::print(*wide.procs[0]);
  for (const char* part : {"x: f32[32]", "n % 16 == 0", "v: f32[3, 16] @ VEC", "seq(0, n / 16)", "x[15]"})
    CHECK_THAT(printed, Contains(part));
  test::check_round_trip(first);
}

TEST_CASE("an instruction's loop over segments is none where the length is one segment") {
  const std::string text = vec +
                           "@instr(\"c\")\ndef f(x: [f32][VL] @ VEC):\n    for s in seq(0, VL / 4):\n"
                           "        for i in seq(0, 4):\n            x[4 * s + i] = 0.0\n";
  const std::string one = ir::print(*syntax::parse_module(text, "p.tess").procs[0]),
                    two = ir::print(*syntax::parse_module(text, "p.tess", {}, 8).procs[0]);
  CHECK_THAT(one, !Contains("for s") && Contains("for i in seq(0, 4)") && Contains("x[i]"));
  CHECK_THAT(two, Contains("for s in seq(0, 2)") && Contains("x[4 * s + i]"));
  const std::string program = text.substr(0, vec.size()) + text.substr(text.find("def"));
  CHECK_THAT(ir::print(*syntax::parse_module(program, "p.tess").procs[0]), Contains("for s in seq(0, 1)"));
}

TEST_CASE("a loop whose bounds become one iteration inside of another is none either") {
  const std::string text = vec +
                           "@instr(\"c\")\ndef f(x: [f32][VL] @ VEC):\n    for s in seq(0, VL / 4):\n"
                           "        for i in seq(3 * s + 3, 4 * s + 4):\n            x[i] = 0.0\n";
  const std::string one = ir::print(*syntax::parse_module(text, "p.tess").procs[0]);
  CHECK_THAT(one, !Contains("for") && Contains("x[3] = 0.0"));
}

TEST_CASE("a later memory is made of the lanes of an earlier one") {
  const syntax::Module m =
      syntax::parse_module(vec + "memory WIDE:\n    holds f64[VL / 2] as wide\n    shares VEC\n", "p.tess", {}, 8);
  CHECK(m.memories[1]->holds[0].lanes == 4);
  REQUIRE(m.memories[1]->lanes);
  CHECK(m.memories[1]->lanes->symbol == "VL");
  CHECK_FALSE(syntax::parse_module(vec + "memory FIX:\n    holds f64[2] as d\n", "p.tess").memories[1]->lanes);
}

TEST_CASE("a variable hides a number of lanes") {
  const syntax::Module m = syntax::parse_module(vec + "def f(VL: size, x: f32[VL]):\n    pass\n", "p.tess");
  CHECK_THAT(ir::print(*m.procs[0]), Contains("x: f32[VL]"));
}

TEST_CASE("a line of lanes of another form is told the form") {
  const std::string form = "lanes VL in (4, 8, 16) as \"svcntw()\"";
  refuses_line("lanes vl in (4, 8) as \"count()\"", 11, "`vl` is not written in capital letters", form);
  refuses_line("lanes VL in (0, 8) as \"count()\"", 18, "expected a number of lanes, from 1 to 65536", form);
  refuses_line("lanes VL in (65537) as \"count()\"", 18, "expected a number of lanes, from 1 to 65536", form);
  refuses_line("lanes VL in (8, 4) as \"count()\"", 21, "the numbers of lanes do not ascend: 4 after 8",
               "write each once, the smallest first");
  refuses_line("lanes VL in (8, 8) as \"count()\"", 21, "8 after 8", "write each once");
  refuses_line("lanes VL in (4, 8) as \"\"", 27, "the machine's number of lanes has no C expression", form);
  refuses_line("lanes VL (4, 8) as \"count()\"", 14, "expected `in` and the numbers of lanes", "");
  refuses_line("lanes VL in (4, 8)", 23, "expected `as` and a C expression", "");
}

TEST_CASE("a machine chooses one number of lanes") {
  refuses(vec + "memory W:\n    lanes WL in (2, 4) as \"other()\"\n    holds f64[WL] as w\n", "6:11",
          "`WL` beside `VL`: a machine chooses one number of lanes", "as in holds f64[VL / 2]");
  refuses(vec + "memory W:\n    lanes VL in (4, 8) as \"count()\"\n    holds f64[VL] as w\n", "6:11",
          "`VL` beside `VL`", "holds f64[VL / 2]");
}

TEST_CASE("a number of lanes is read for one of its lengths") {
  const Diagnostic d = test::diagnostic_of([] { syntax::parse_module(vec, "p.tess", {}, 5); });
  CHECK(d.message == "VL is not 5");
  CHECK(d.hint == "it is one of 4, 8, 16");
}

TEST_CASE("a number of lanes is no variable") {
  refuses(vec + "def f(x: f32[4]):\n    x[0] = VL\n", "6:12", "`VL` is a number of lanes, not a variable",
          "it stands where an integer literal may");
  refuses(vec + "def f(x: f32[4]):\n    x[WL] = 0.0\n", "6:7", "unknown name `WL`", "did you mean `VL`?");
}
