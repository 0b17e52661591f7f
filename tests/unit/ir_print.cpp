// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/print.hpp"

#include <catch2/catch.hpp>

#include "dsl/ir/walk.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;
using ir::BinOp;
using ir::Expr;
using ir::Scalar;

namespace {

std::string printed(const char* text) { return ir::print(*syntax::parse_module(text, "p.tess").procs.back()); }

}  // namespace

TEST_CASE("a procedure prints in the surface syntax") {
  CHECK(printed("@proc\ndef f(n: size, x: f32,\n A: f32[n, 2*n], w: [f32][n] @ DRAM_STACK, b: bool):\n  assert n > 2\n"
                "  if b: x = 1\n  elif n < 3:\n    y: f32\n    y = -x\n  else: pass\n  for i in par(0, n):\n"
                "    v = A[i, 0:4]\n    v[0] += w[(i + 1) / 2] * 3 \n") ==
        R"(def f(n: size, x: f32 @ DRAM, A: f32[n, 2 * n] @ DRAM, w: [f32][n] @ DRAM_STACK, b: bool):
    assert n > 2
    if b:
        x = 1.0
    elif n < 3:
        y: f32 @ DRAM
        y = -x
    else:
        pass
    for i in par(0, n):
        v = A[i, 0:4]
        v[0] += w[(i + 1) / 2] * 3.0
)");
}

TEST_CASE("an instruction prints its template and its facts") {
  CHECK(
      printed(
          "@instr('f(\"{n}\")', source=\"t\", latency=4, feature='neon', header='a.h')\ndef f(n: size):\n    pass\n") ==
      "@instr(\"f(\\\"{n}\\\")\", header=\"a.h\", feature=\"neon\", latency=4, source=\"t\")\ndef f(n: size):\n    "
      "pass\n");
}

TEST_CASE("parentheses stand only where they are needed") {
  for (const char* e :
       {"a + b - c", "a - (b - c)", "a - (b + c)", "(a + b) * 2", "2 * (a - b) / 3", "a - 2 * b", "-a + b", "-(a + b)",
        "a / 2 * 3", "3 * (a / 2)", "a % 4 / 2", "-a * 2", "a + -b", "a - -1", "--a", "-(1)", "-(-1)"}) {
    std::string text = std::string("def f(a: index, b: index, c: index, A: f32[4]):\n    A[") + e + "] = 0.0\n";
    INFO(e);
    CHECK(printed(text.c_str()).find(std::string("A[") + e + "] = 0.0") != std::string::npos);
  }
  for (const char* e :
       {"a < b and b < c", "(a < b or b < c) and a < c", "a < b or b < c and a < c", "a < b and (b < c and a < c)"}) {
    std::string text = std::string("def f(a: index, b: index, c: index):\n    if ") + e + ":\n        pass\n";
    CHECK(printed(text.c_str()).find(std::string("if ") + e + ":\n") != std::string::npos);
  }
}

TEST_CASE("numbers print with the fewest digits that read back, and never as integers") {
  CHECK(ir::print(ir::float_lit(1)) == "1.0");
  CHECK(ir::print(ir::float_lit(0.1)) == "0.1");
  CHECK(ir::print(ir::float_lit(-0.0)) == "-0.0");
  CHECK(ir::print(ir::float_lit(1e30)) == "1e+30");
  CHECK(ir::print(ir::float_lit(1.0 / 3)) == "0.3333333333333333");
  CHECK(ir::print(ir::int_lit(-3)) == "-3");
}

TEST_CASE("loops side by side keep their names") {
  std::string text =
      printed("def f(A: f32[4]):\n    for i in seq(0, 4): A[i] = 0.0\n    for i in seq(0, 4): A[i] = 1.0\n");
  CHECK(text.find("i_1") == std::string::npos);
}

TEST_CASE("a binder is renamed only where its name is still used for another variable") {
  ir::Sym outer = ir::Sym::fresh("i"), inner = ir::Sym::fresh("i"), A = ir::Sym::fresh("A");
  auto nest = [&](Expr index) {
    ir::Procedure p;
    p.name = "f";
    p.args = {{A, {Scalar::f32, {ir::int_lit(16)}, false}, ir::dram(), {}}};
    ir::For in{
        inner, ir::int_lit(0), ir::int_lit(4), {ir::Assign{A, {index}, ir::float_lit(0, Scalar::f32), Scalar::f32}}};
    p.body = {ir::For{outer, ir::int_lit(0), ir::int_lit(4), {in}}};
    return ir::print(p);
  };
  Expr i = ir::read(outer, Scalar::index), j = ir::read(inner, Scalar::index);
  CHECK(nest(ir::add(i, j)).find("for i_1 in seq(0, 4):\n            A[i + i_1] = 0.0") != std::string::npos);
  CHECK(nest(j).find("        for i in seq(0, 4):\n            A[i] = 0.0") != std::string::npos);
}

TEST_CASE("a suffix does not meet another variable of that name") {
  ir::Sym a = ir::Sym::fresh("i"), b = ir::Sym::fresh("i_1"), c = ir::Sym::fresh("i"), A = ir::Sym::fresh("A");
  auto read = [](ir::Sym s) { return ir::read(s, Scalar::index); };
  ir::Procedure p;
  p.name = "f";
  auto index = [](ir::Sym s) { return ir::Arg{s, {Scalar::index, {}, false}, nullptr, {}}; };
  p.args = {index(a), index(b), index(c), {A, {Scalar::f32, {ir::int_lit(4)}, false}, ir::dram(), {}}};
  p.body = {ir::Assign{A, {ir::add(read(a), ir::add(read(b), read(c)))}, ir::float_lit(0, Scalar::f32), Scalar::f32}};
  CHECK(ir::print(p) == "def f(i: index, i_1: index, i_2: index, A: f32[4] @ DRAM):\n    A[i + (i_1 + i_2)] = 0.0\n");
  ir::Names names(p);
  CHECK(names.of(c) == "i_2");
  CHECK(ir::print(read(c), names) == "i_2");
  CHECK(ir::print(p.body[0], names, 1) == "    A[i + (i_1 + i_2)] = 0.0\n");
  CHECK(names.of(ir::Sym::fresh("unknown")) == "unknown");
}

TEST_CASE("two allocations in one block get two names") {
  std::string text =
      printed("def f(y: f32):\n    x: f32\n    x = 1.0\n    x: f32\n    x = 2.0\n    y: f32\n    y = x\n");
  CHECK(text.find("x_1: f32 @ DRAM\n    x_1 = 2.0\n    y_1: f32 @ DRAM\n    y_1 = x_1\n") != std::string::npos);
}

TEST_CASE("a name that was in use serves the next allocation once it is free") {
  ir::Sym outer = ir::Sym::fresh("x"), a = ir::Sym::fresh("x"), b = ir::Sym::fresh("x"), c = ir::Sym::fresh("x");
  auto alloc = [](ir::Sym s) { return ir::Stmt(ir::Alloc{s, {Scalar::f32, {}, false}, ir::dram()}); };
  auto set = [](ir::Sym s) { return ir::Stmt(ir::Assign{s, {}, ir::float_lit(0, Scalar::f32), Scalar::f32}); };
  ir::Procedure p;
  p.name = "f";
  ir::Block body = {alloc(a), set(a), set(outer), alloc(b), set(b), alloc(c), set(c)};
  p.body = {alloc(outer), ir::For{ir::Sym::fresh("i"), ir::int_lit(0), ir::int_lit(4), body}};
  CHECK(ir::print(p) == R"(def f():
    x: f32 @ DRAM
    for i in seq(0, 4):
        x_1: f32 @ DRAM
        x_1 = 0.0
        x = 0.0
        x: f32 @ DRAM
        x = 0.0
        x_2: f32 @ DRAM
        x_2 = 0.0
)");
}

TEST_CASE("tens of thousands of allocations of one name get names at once") {
  ir::Procedure p;
  p.name = "f";
  for (int i = 0; i < 50'000; ++i)
    p.body.push_back(ir::Alloc{ir::Sym::fresh("x"), {Scalar::f32, {}, false}, ir::dram()});
  const ir::Names names(p);
  CHECK(names.of(ir::bound_name(p.body.front())) == "x");
  CHECK(names.of(ir::bound_name(p.body.back())) == "x_49999");
}

TEST_CASE("a fragment prints with the names of its free variables") {
  ir::Sym n = ir::Sym::fresh("n");
  ir::Stmt loop = ir::For{ir::Sym::fresh("n"), ir::int_lit(0), ir::read(n, Scalar::size), {ir::Pass{}}};
  CHECK(ir::print(loop, 1) == "    for n_1 in seq(0, n):\n        pass\n");
  CHECK(ir::print(ir::Type{Scalar::f32, {ir::read(n, Scalar::size), ir::int_lit(4)}, true}) == "[f32][n, 4]");
  CHECK(ir::print(ir::Type{Scalar::i8, {}, false}) == "i8");
}
