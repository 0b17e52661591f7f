// SPDX-License-Identifier: Apache-2.0
// What a schedule file is told when it is wrong: the place, what was found and what was wanted, and what is near.
#include <catch2/catch.hpp>

#include "tests/unit/script_support.hpp"

using namespace tessera;
using namespace tessera::script;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using tessera::script::testing::Subject;

namespace {

const std::string errors_program = R"(
def other(n: size, x: f32[n]):
    for i in seq(0, n):
        x[i] = 1.0
def p(n: size, A: f32[n, 8], B: f32[n, 8]):
    for i in seq(0, n):
        for j in seq(0, 8):
            A[i, j] = B[i, j]
)";

std::string refusal(const std::string& schedule, std::map<std::string, std::string> settings = {}) {
  return Subject(errors_program, {"neon"}, std::move(settings)).refusal(schedule);
}

}  // namespace

TEST_CASE("names that are not known") {
  CHECK_THAT(
      refusal("p = rename(othr, 'q')\n"),
      StartsWith("s.sched:1:12: error[schedule]: unknown name 'othr'\n  p = rename(othr, 'q')\n             ^") &&
          Contains("hint: did you mean `other`?"));
  CHECK_THAT(
      refusal("p = set_memory(p, 'A', xyzzy)\n"),
      StartsWith("s.sched:1:24: error[schedule]: unknown name 'xyzzy'") &&
          Contains("hint: procedures and memories of the program and of its libraries (--hwlib), and --set names"));
  CHECK_THAT(refusal("\np = divide_lop(p, 'i', 4, ['a', 'b'])\n"),
             StartsWith("s.sched:2:5: error[schedule]: there is no primitive 'divide_lop'") &&
                 Contains("hint: did you mean `divide_loop`"));
  CHECK_THAT(refusal("p = p.divide_lop('i', 4, ['a', 'b'])\n"),
             StartsWith("s.sched:1:5: error[schedule]: the procedure p has no method 'divide_lop'") &&
                 Contains("hint: did you mean `divide_loop`"));
  CHECK_THAT(
      refusal("c = p.find_loop('i').bodyy()\n"),
      StartsWith("s.sched:1:5: error[schedule]: a cursor has no method 'bodyy'") && Contains("did you mean `body`?"));
  CHECK_THAT(refusal("c = p.find_loop('i').xyzzy()\n"), Contains("hint: cursors have: parent, next, prev, before"));
  CHECK_THAT(refusal("n = 3\nm = n.body()\n"),
             StartsWith("s.sched:2:5: error[schedule]: the integer 3 has no method 'body'") &&
                 Contains("only procedures and cursors have methods"));
  CHECK_THAT(refusal("p = replace(p, 'for j in _: _', neon.neon_vld_4xf23)\n"),
             StartsWith("s.sched:1:33: error[schedule]: the library neon has no 'neon_vld_4xf23'") &&
                 Contains("hint: did you mean `neon_vld_4xf32`"));
  CHECK_THAT(
      refusal("p = rename(program.othre, 'q')\n"),
      StartsWith("s.sched:1:12: error[schedule]: the program has no 'othre'") && Contains("did you mean `other`?"));
}

TEST_CASE("words of other systems lead to ours") {
  const auto hint = [](const std::string& word, const std::string& wanted) {
    CHECK_THAT(refusal("p = " + word + "(p, 'i', 4)\n"),
               Contains("there is no primitive '" + word + "'") && Contains("hint: did you mean " + wanted));
  };
  hint("split", "`divide_loop`, known as split (Halide, TVM)?");
  hint("tile", "`divide_loop`, known as tile (Halide, MLIR), with reorder_loops?");
  hint("unroll", "`unroll_loop`, known as unroll (Halide, TVM)?");
  hint("interchange", "`reorder_loops`, known as structured.interchange (MLIR)?");
  hint("strip_mining", "`divide_loop`, known as strip-mining?");
  hint("store_at", "`lift_alloc` or `sink_alloc`, known as store_at (Halide)?");
  hint("vectorize",
       "`replace`, known as vectorize (Halide, TVM), after divide_loop? Schedules in C++ have vectorize "
       "(<tessera/schedules.hpp>)");
  hint("Fuse", "`fuse`");
  hint("divide", "`divide_dim`, `divide_loop` or `divide_with_recompute`?");
  hint("unroll_loops", "`unroll_loop`");
  CHECK_THAT(refusal("p = p.tensorize('i')\n"), Contains("did you mean `replace`, known as tensorize (TVM)?"));
  CHECK_THAT(refusal("p = set_memory(p, 'A', NEON)\n"), Contains("did you mean `Neon"));
  CHECK_THAT(refusal("p = set_memory(p, 'A', Neo)\n"), Contains("did you mean `Neon"));
}

TEST_CASE("a step whose result goes nowhere") {
  CHECK_THAT(refusal("p = rename(p, 'q')\nreorder_loops(p, 'i j')\n"),
             StartsWith("s.sched:2:1: error[schedule]: this step's result goes nowhere: p stays as it was\n"
                        "  reorder_loops(p, 'i j')\n  ^") &&
                 Contains("hint: p = reorder_loops(p, 'i j')"));
  CHECK_THAT(refusal("p.rename('q')\n"), Contains("hint: p = p.rename('q')"));
  CHECK_THAT(refusal("q = p\nq.rename('r')\n"), Contains("q stays as it was") && Contains("hint: q = q.rename('r')"));
  CHECK_THAT(refusal("q = p\nrename(q, 'r')\n"), Contains("hint: q = rename(q, 'r')"));
  CHECK(refusal("p.find('A[_] = _')\np\n") == "");  // a question
}

TEST_CASE("roles of element types that a library has not") {
  CHECK_THAT(refusal("L = hw.i64.lanes\n"),
             StartsWith("s.sched:1:5: error[schedule]: the library hw has nothing of i64") &&
                 Contains("hint: it has f32, f64"));
  CHECK_THAT(refusal("T = setting('dtype', 'f32')\nL = neon[T].lanes\n", {{"dtype", "i64"}}),
             StartsWith("s.sched:2:5: error[schedule]: the library neon has nothing of i64") &&
                 Contains("hint: it has f32, f64"));
  CHECK_THAT(refusal("L = hw['f23'].lanes\n"),
             StartsWith("s.sched:1:5: error[schedule]: the library hw has no element type 'f23'") &&
                 Contains("hint: it has f32, f64"));
  CHECK_THAT(refusal("L = hw[64].lanes\n"), Contains("a library is indexed by a name"));
  CHECK_THAT(refusal("L = hw.size.lanes\n"), Contains("the library hw has no element type 'size'"));
  CHECK_THAT(refusal("L = hw.f64\n"),
             Contains("hw.f64 is a library") && Contains("hint: name what it has: hw.f64.load"));
  CHECK_THAT(refusal("L = hw.i64\n"), Contains("the library hw has nothing of i64"));
  CHECK_THAT(refusal("L = hw.load.lanes\n"), Contains("'lanes' is not called"));
  CHECK_THAT(refusal("L = program.f64.lanes\n"), Contains("the program has no 'f64'"));
}

TEST_CASE("a library of one element type hides the others") {
  CHECK_THAT(refusal("I = hw.f64.fma_braodcast\n"),
             StartsWith("s.sched:1:5: error[schedule]: the library hw.f64 has no 'fma_braodcast'") &&
                 Contains("hint: did you mean `fma_broadcast`"));
  CHECK_THAT(refusal("I = hw.f64.neon_vld_4xf32\n"), Contains("the library hw.f64 has no 'neon_vld_4xf32'"));
  CHECK_THAT(refusal("I = hw.f64.xyzzy\n"), Contains("hint: an instruction whose first data argument is f64"));
  CHECK_THAT(refusal("I = hw.f64.f32.load\n"), Contains("the library hw.f64 has no 'f32'"));
  CHECK_THAT(refusal("I = hw.xyzzy\n"), Contains("or an element type; it has f32, f64"));
  CHECK(refusal("I = hw.f32.load\n") == "");
}

TEST_CASE("each operand of a sum is evaluated once, however long the sum is") {
  std::string sum = "1";
  for (int i = 0; i < 200; ++i) sum += " + 1";
  CHECK_THAT(refusal("n = " + sum + "\np = divide_loop(p, 'j', n, ['a', 'b'], 'perfect')\n"),
             Contains("error[divide_loop.S1]") && Contains("201"));
}

TEST_CASE("arguments of a primitive") {
  CHECK_THAT(refusal("p = divide_loop(p, 'i', 'four', ['a', 'b'])\n"),
             StartsWith("s.sched:1:25: error[arguments]: divide_loop: argument 'factor' must be an integer, not the "
                        "string 'four'") &&
                 Contains("hint: divide_loop(p, loop: loop, factor: integer, names: list of strings, tail?: string"));
  CHECK_THAT(refusal("p = divide_loop(p, 'i', 4, names=3)\n"),
             StartsWith("s.sched:1:34: error[arguments]: divide_loop: argument 'names' must be a list of strings, not "
                        "the integer 3"));
  CHECK_THAT(refusal("p = p.divide_loop('i', p, ['a', 'b'])\n"),
             StartsWith("s.sched:1:24: error[arguments]: divide_loop: argument 'factor' must be an integer, not the "
                        "procedure p"));
  CHECK_THAT(refusal("p = divide_loop(p, 'i', 4)\n"),
             StartsWith("s.sched:1:5: error[arguments]: divide_loop: argument 'names' is missing"));
  CHECK_THAT(refusal("p = unroll_loop(p, 'i', 4, 5)\n"),
             StartsWith("s.sched:1:5: error[arguments]: unroll_loop takes 1 argument besides the procedure, 3 given"));
  CHECK_THAT(refusal("p = unroll_loop(p, lop='i')\n"),
             StartsWith("s.sched:1:24: error[arguments]: unroll_loop has no argument 'lop'"));
  CHECK_THAT(refusal("p = unroll_loop(p, 'i', loop='j')\n"),
             StartsWith("s.sched:1:30: error[arguments]: unroll_loop: argument 'loop' is given twice"));
  CHECK_THAT(
      refusal("p = unroll_loop('i', p)\n"),
      StartsWith("s.sched:1:5: error[schedule]: unroll_loop: the first argument is the procedure, not the string "
                 "'i'") &&
          Contains("hint: unroll_loop(p, ...), or p.unroll_loop(...)"));
}

TEST_CASE("two names that are no list") {
  CHECK_THAT(refusal("p = divide_loop(p, 'i', 8, 'io', 'ii')\n"),
             Contains("error[divide_loop.R3]: 1 name is given, 2 wanted") &&
                 Contains("hint: they are one argument, a list: ['io', 'ii']"));
}

TEST_CASE("arguments by the names that a procedure gives them") {
  CHECK_THAT(refusal("p = partial_eval(p, m=4)\n"), Contains("p has no size or index argument 'm'"));
  CHECK_THAT(refusal("p = partial_eval(p, n='4')\n"), Contains("partial_eval has no argument 'n'"));
  CHECK_THAT(refusal("p = partial_eval(p, [4], n=4)\n"), Contains("partial_eval has no argument 'n'"));
  CHECK(refusal("p = partial_eval(p, n=4)\n") == "");
}

TEST_CASE("arguments of a method") {
  CHECK_THAT(refusal("c = p.find(3)\n"),
             StartsWith("s.sched:1:5: error[arguments]: find: 'pattern' must be a string, not the integer 3"));
  CHECK_THAT(refusal("c = p.find()\n"), StartsWith("s.sched:1:5: error[arguments]: find: 'pattern' is missing") &&
                                            Contains("find(pattern, many?)"));
  CHECK_THAT(refusal("c = p.find_loop('i', 'j')\n"),
             StartsWith("s.sched:1:5: error[arguments]: find_loop: 2 arguments given"));
  CHECK_THAT(refusal("c = p.find_loop('i').next(far=2)\n"),
             StartsWith("s.sched:1:5: error[arguments]: next: it has no argument 'far'") && Contains("next(dist?)"));
  CHECK_THAT(refusal("c = p.find_loop('i').slice(0)\n"), Contains("slice: 'to' is missing"));
  CHECK_THAT(refusal("c = p.find_loop('i').next(99999999999)\n"), Contains("next: 99999999999 is too large"));
}

TEST_CASE("places") {
  CHECK_THAT(refusal("p = rename(p, 'q')\nq = unroll_loop(p, p.find('for k in _: _').body()[0])\n"),
             StartsWith("s.sched:2:20: error[pattern]: nothing in q matches 'for k in _: _'") &&
                 Contains("nearest: for i in _: _"));
  CHECK_THAT(refusal("c = p.find_loop('i').parent()\n"),
             StartsWith("s.sched:1:5: error[cursor]: this move leads out of p"));
  CHECK_THAT(refusal("c = p.body()[7]\n"), StartsWith("s.sched:1:5: error[cursor]: the block has 1 statement\n"));
  CHECK_THAT(refusal("c = p.find('for i in')\n"), StartsWith("s.sched:1:5: error[syntax]") && Contains("for i in\n"));
}

TEST_CASE("a cursor whose place is gone") {
  CHECK_THAT(refusal("c = p.find_loop('j')\np = unroll_loop(p, 'j')\np = divide_loop(p, c, 4, ['a', 'b'])\n"),
             StartsWith("s.sched:3:20: error[cursor]: the cursor points at something that unroll_loop removed\n"
                        "  p = divide_loop(p, c, 4, ['a', 'b'])\n                     ^") &&
                 Contains("hint: search for it again in the procedure as it is now"));
  CHECK_THAT(refusal("c = p.find_loop('j')\np = unroll_loop(p, 'j')\nc = p.forward(c)\n"),
             StartsWith("s.sched:3:5: error[cursor]: the cursor points at something that unroll_loop removed"));
}

TEST_CASE("a cursor of another procedure") {
  CHECK_THAT(refusal("c = other.find_loop('i')\np = unroll_loop(p, loop=c)\n"),
             StartsWith("s.sched:2:25: error[cursor]: the cursor is of other, which is another procedure than p"));
}

TEST_CASE("values") {
  CHECK_THAT(refusal("a, b = p\n"), StartsWith("s.sched:1:1: error[schedule]: 2 names on the left, 1 value on"));
  CHECK_THAT(refusal("a = 1 // 0\n"), StartsWith("s.sched:1:5: error[schedule]: division by zero"));
  CHECK_THAT(refusal("a = 9223372036854775807 + 1\n"), Contains("the result does not fit 64 bits"));
  CHECK_THAT(refusal("a = 4611686018427387904 * 2\n"), Contains("the result does not fit 64 bits"));
  CHECK_THAT(refusal("a = (0 - 9223372036854775807 - 1) // -1\n"), Contains("the result does not fit 64 bits"));
  CHECK_THAT(refusal("a = 'x' * 2\n"), Contains("an integer is wanted here, not the string 'x'"));
  CHECK_THAT(refusal("a = f'{p}'\n"), StartsWith("s.sched:1:5: error[schedule]: an f-string takes integers and"));
  CHECK_THAT(refusal("a = f'{nobody}'\n"), StartsWith("s.sched:1:5: error[schedule]: unknown name 'nobody'"));
  CHECK_THAT(refusal("a = [1, 2][2]\n"), StartsWith("s.sched:1:5: error[schedule]: the list has 2 items"));
  CHECK_THAT(refusal("a = 3[2]\n"), Contains("only lists, blocks and libraries are indexed, not the integer 3"));
  CHECK_THAT(refusal("a = p.name\n"), Contains("'name' is not called; methods need parentheses"));
  CHECK_THAT(refusal("p = 3\n"), Contains("the schedule leaves no procedure in `p`"));
}

TEST_CASE("settings") {
  Subject given(errors_program, {}, {{"f", "4"}, {"name", "q"}});
  CHECK(given.run("p = divide_loop(p, 'j', f, ['jo', 'ji'], perfect=True)\np = rename(p, name)\n").name() == "q");
  CHECK(given.run("f = setting('f', 8)\np = rename(p, '{name}{f}')\n").name() == "q4");
  CHECK(Subject(errors_program).run("f = setting('f', 8)\np = rename(p, f'q{f}')\n").name() == "q8");
  CHECK(Subject(errors_program).run("p = rename(p, setting('name', 'r'))\n").name() == "r");

  CHECK_THAT(refusal("f = setting('f')\n"),
             StartsWith("s.sched:1:5: error[schedule]: the setting 'f' is not given") && Contains("hint: --set f=…"));
  CHECK_THAT(refusal("f = setting('f', 8)\n", {{"f", "wide"}}),
             Contains("the setting 'f' is the string 'wide', but its default is the integer 8"));
  CHECK_THAT(refusal("f = setting(f)\n", {{"f", "4"}}), Contains("setting takes a name and, if it may be left out"));
  CHECK_THAT(refusal("f = setting('f', 1, 2)\n"), Contains("setting takes a name and, if it may be left out"));
}

TEST_CASE("a setting that nobody uses is most likely misspelled") {
  CHECK_THAT(refusal("width = setting('width', 8)\n", {{"widht", "4"}}),
             StartsWith("error[schedule]: --set widht: the schedule never uses it") &&
                 Contains("hint: did you mean `width`?"));
  CHECK_THAT(refusal("width = setting('width', 8)\n", {{"xyzzy", "4"}}), Contains("hint: the schedule asks for width"));
  CHECK_THAT(refusal("width = 8\n", {{"width", "4"}}),
             Contains("the schedule assigns width itself; width = setting('width', …) asks"));
  CHECK_THAT(refusal("p = rename(p, f'q{widht}')\n", {{"width", "4"}}),
             StartsWith("s.sched:1:15: error[schedule]: unknown name 'widht'") && Contains("did you mean `width`?"));
  CHECK_THAT(refusal("f = setting('f', 8)\n", {{"f", "99999999999999999999"}}),
             Contains("the setting 'f' is the string '99999999999999999999', but its default is the integer 8"));
}

TEST_CASE("libraries under one name") {
  CHECK_THROWS_WITH(Subject("def p(A: f32[4]):\n    pass\n", {"neon", "neon"}).run(""),
                    Contains("error[hwlib]: two libraries are called neon in schedules"));
}

TEST_CASE("the beginning of a schedule need not use every setting") {
  Subject s(errors_program, {}, {{"width", "4"}});
  s.inputs.whole = false;
  CHECK(s.run("p = rename(p, 'q')\n").name() == "q");
}
