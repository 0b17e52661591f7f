// SPDX-License-Identifier: Apache-2.0
// What a procedure reaches through its calls.
#include "dsl/ir/walk.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "dsl/ir/written.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;

namespace {

ir::ProcRef last(const std::string& text) { return syntax::parse_module(text, "walk.tess").procs.back(); }

// Each calls the one before twice: as many ways lead to the first as nobody can walk.
std::string chain(int length) {
  std::string out = "def p0(x: [f32][4], y: [f32][4]):\n    for i in seq(0, 4):\n        y[i] = x[i]\n";
  for (int i = 1; i < length; ++i)
    out += fmt::format(
        "def p{0}(x: [f32][4], y: [f32][4]):\n    w = {2}[0:4]\n    p{1}(x[0:4], y[0:4])\n"
        "    p{1}(x[0:4], w)\n",
        i, i - 1, i == 1 ? "x" : "y");
  return out;
}

std::vector<std::string> names(const std::vector<ir::ProcRef>& procedures) {
  std::vector<std::string> out;
  for (const ir::ProcRef& p : procedures) out.push_back(p->name);
  return out;
}

}  // namespace

TEST_CASE("what is called, directly or not, comes once, callers first") {
  const ir::ProcRef p =
      last("def a():\n  pass\ndef b():\n  a()\ndef c():\n  if 1 < 2:\n    b()\n  else:\n    a()\n  b()\n");
  CHECK(names(ir::all_called(p->body)) == std::vector<std::string>{"b", "a"});
  CHECK(ir::all_called({}).empty());
}

TEST_CASE("procedures that many ways of calls lead to are walked once") {
  const ir::ProcRef p = last(chain(80));
  CHECK(ir::all_called(p->body).size() == 79);
  int loops = 0;
  ir::for_each_stmt_and_called(p->body, [&](const ir::Stmt& s) { loops += s.as<ir::For>() != nullptr; });
  CHECK(loops == 1);
  CHECK(ir::statements_with_calls(p->body) > 1e9);
  CHECK(ir::written_parameters(*p) == std::vector<bool>{true, true});
}

TEST_CASE("a parameter is written where a callee writes it, through windows too") {
  CHECK(ir::written_parameters(*last(chain(1))) == std::vector<bool>{false, true});
  CHECK(ir::written_parameters(*last(chain(2))) == std::vector<bool>{true, true});
  CHECK(ir::written_parameters(*last("def f(x: [f32][4], y: [f32][4], n: size):\n  y[0] += x[0]\n")) ==
        std::vector<bool>{false, true, false});
  CHECK(ir::written_parameters(*last("def f(x: [f32][4], y: [f32][4]):\n  u = x[1:4]\n  v = u[0:2]\n  v[0] = 1.0\n")) ==
        std::vector<bool>{true, false});
}
