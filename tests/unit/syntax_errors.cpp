// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "dsl/syntax/pattern.hpp"
#include "dsl/syntax/schedule.hpp"
#include "tests/unit/syntax_support.hpp"

using namespace tessera;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using syntax::parse_module;

namespace {

struct Refused {
  const char* text;
  int line, column;
  const char* code;
  const char* message;
  const char* hint;
};

const Refused refused[] = {
    {"def f(n: size):\n    for i in seq(0, n)\n        pass\n", 2, 23, "syntax",
     "expected ':', found the end of the line", ""},
    {"def f(n: size):\n    if n < 3 pass\n", 2, 14, "syntax", "expected ':', found `pass`", ""},
    {"def f(n: size)\n    pass\n", 1, 15, "syntax", "expected ':', found the end of the line", ""},
    {"def f(n size):\n    pass\n", 1, 9, "syntax", "expected ':', found `size`", ""},
    {"def f(n: size):\n    for i seq(0, n):\n        pass\n", 2, 11, "syntax", "expected `in`, found `seq`", ""},
    {"def f(n: size):\n    for i in range(0, n):\n        pass\n", 2, 14, "syntax",
     "expected `seq(lo, hi)` or `par(lo, hi)`", ""},
    {"def f(n: size):\n    for i in seq(0, n:\n        pass\n", 2, 17, "syntax", "'(' is never closed", ""},
    {"def f(n: size):\n    for i in seq(0, n)):\n        pass\n", 2, 23, "syntax", "')' closes nothing", ""},
    {"def f(n: size):\n    for i in seq(0, n):\n    pass\n", 3, 5, "syntax", "expected an indented block, found `pass`",
     ""},
    {"def f(n: size):\n    for i in seq(0, n):\n        pass\n      pass\n", 4, 7, "syntax",
     "this indentation matches no outer block", "indent as the block that it belongs to"},
    {"def f(n: size):\n    pass\n        pass\n", 3, 9, "syntax", "expected a statement, found an indented line", ""},
    {"def f(x: f32):\n    x = 1.0 +\n", 2, 14, "syntax", "expected an expression, found the end of the line", ""},
    {"def f(x: f32):\n    x = 1.0 2.0\n", 2, 13, "syntax", "expected the end of the line, found `2`", ""},
    {"def f(x: f32):\n    x -= 1.0\n", 2, 7, "syntax", "expected the end of the line, found `-=`", "write `x += -(e)`"},
    {"def f(x: f32):\n    x *= 1.0\n", 2, 7, "syntax", "expected the end of the line, found `*=`", "write `x = x * e`"},
    {"def f(n: size):\n    if n != 3: pass\n", 2, 10, "syntax", "`!=` is not an operator of the language",
     "write `a < b or a > b`"},
    {"def f(n: size):\n    if not n == 3: pass\n", 2, 8, "syntax", "`not` is not an operator of the language",
     "write the opposite comparison"},
    {"def f(x: f32):\n    x = x ** 2\n", 2, 11, "syntax", "`**` is not an operator of the language",
     "write the product"},
    {"def f(n: size):\n    pass\n    assert n > 3\n", 3, 5, "syntax", "an assert stands after the first statement",
     "asserts are preconditions: write them right after the line of `def`"},
    {"x = 3\n", 1, 1, "syntax", "expected a definition (`def`, `@instr`, `memory` or `config`), found `x`", ""},
    {"def f(n: size):\n    pass\nmemory:\n", 3, 7, "syntax", "expected a name, found `:`", ""},
    {"memory M:\n    hold f32[4] as v\n", 2, 13, "syntax", "expected the end of the line, found `[`", ""},
    {"memory M:\n    holds f32[4]\n", 2, 11, "type", "expected `as` and the C type of these registers",
     "only a memory with `numbered` has none"},
    {"memory M:\n    holds f32[4] as v\n    numbered\n", 2, 21, "type",
     "numbered registers have no C type: instructions are given their numbers", "leave out `as` and the type"},
    {"memory M:\n    registers 8\n    numbered\n", 3, 5, "type", "only registers are numbered",
     "leave out `numbered`, or say what it holds"},
    {"memory M:\n    holds f32[4]\n    variables\n    numbered\n", 4, 5, "type",
     "registers are variables of C or have numbers, not both", "leave out `variables`, or `numbered`"},
    {"memory M:\n    holds f32[4]\n    numbered\n", 3, 5, "type",
     "M is numbered, and does not say how many registers there are",
     "add a line `registers N`: their numbers are 0 to N - 1"},
    {"memory M:\n    holds f32[4]\n    registers 8\n    numbered\n    fill \"l\"\n", 4, 5, "type",
     "M is numbered, and names no instruction to read its registers",
     "the check of instructions has no other way to move data: add lines such as fill \"my_load\" and read "
     "\"my_store\""},
    {"memory V:\n    holds f32[4] as v\n    registers 8\nmemory M:\n    holds f32[8]\n    shares V\n    numbered\n", 6,
     5, "type", "M is numbered, and V is not: the C compiler would choose registers of V among its numbers",
     "memories that share registers are all `numbered`, or none is"},
    {"memory M:\n    holds f32 as v\n", 2, 11, "type", "expected an element type and a number of lanes such as f32[4]",
     "a register of several dimensions is written f32[4, 4]"},
    {"memory M:\n    storage registrs\n", 2, 13, "name", "unknown word", "known: heap, stack, static, registers"},
    {"memory M:\n    registers many\n", 2, 15, "type", "expected a number of registers", ""},
    {"memory M:\n    gcc_optimize \"-fno-gcse\"\n", 2, 18, "type", "expected one option of GCC without its -f",
     "gcc_optimize \"no-predictive-commoning\""},
    {"memory M:\n    gcc_optimize \"no-gcse\\\")\"\n", 2, 18, "type", "expected one option of GCC without its -f",
     "gcc_optimize \"no-predictive-commoning\""},
    {"@instr(3)\ndef f(n: size):\n    pass\n", 1, 8, "type", "the C template must be a string", ""},
    {"@foo\ndef f(n: size):\n    pass\n", 1, 2, "name", "expected `@proc` or `@instr(\"C template\", …)`", ""},
    {"@instr(\"x)\ndef f(n: size):\n    pass\n", 1, 8, "syntax", "string is never closed", ""},
    {"@proc\nmemory M:\n    registers 3\n", 2, 1, "syntax", "expected `def`, found `memory`", ""},
    {"def f(A: f32[4]):\n    A[0] = 1.0 $ 2.0\n", 2, 16, "syntax", "expected the end of the line, found `$`", ""},
    {"def f(n: size):\n    i = 99999999999999999999\n", 2, 9, "syntax", "this integer does not fit 64 bits", ""},
    {"def f(A: f32[2147483648]):\n    pass\n", 1, 14, "type",
     "this integer is too large for an index: at most 2147483647", ""},
    {"def f(n: size):\n    assert n > -2147483648\n    pass\n", 2, 16, "type",
     "this integer is too large for an index: at most 2147483647", ""},
    {"def f(n: size, x: f32):\n    if (2147483647 + n) * 2 > 0:\n        x = 1.0\n", 2, 8, "type",
     "the factors of this product are too large for an index: at most 2147483647 together", ""},
    {"def f(n: size, x: f32):\n    if (2147483647 * n + n) / 2 > 0:\n        x = 1.0\n", 2, 8, "type",
     "the factors of this product are too large for an index: at most 2147483647 together", ""},
    {"def f(n: size, x: f32):\n    if (2147483647 * n + n) % 2 > 0:\n        x = 1.0\n", 2, 8, "type",
     "the factors of this product are too large for an index: at most 2147483647 together", ""},
    {"def f(n: size, x: f32):\n    if (4 * n / 2) * 2147483647 > 0:\n        x = 1.0\n", 2, 8, "type",
     "the factors of this product are too large for an index: at most 2147483647 together", ""},
    {"def for(n: size):\n    pass\n", 1, 5, "syntax", "expected a name, found `for`", ""},
    {"def f(n: size):\n    else: pass\n", 2, 5, "syntax", "expected a statement, found `else`", ""},
    {"def f(count: size, A: f32[count]):\n    for i in seq(0, cuont):\n        A[i] = 0.0\n", 2, 21, "name",
     "unknown name `cuont`", "did you mean `count`?"},
    {"def f(A: f32[n], n: size):\n    pass\n", 1, 14, "name", "unknown name `n`", ""},
    {"def f(A: f32[4] @ DARM):\n    pass\n", 1, 19, "name", "unknown memory `DARM`",
     "known: DRAM, DRAM_STACK, DRAM_STATIC"},
    {"def f(A: f23[4]):\n    pass\n", 1, 10, "name", "unknown type `f23`", "did you mean `f32`?"},
    {"def f(A: uint8_t[4]):\n    pass\n", 1, 10, "name", "unknown type `uint8_t`", "did you mean `ui8`?"},
    {"def f(A: s32[4]):\n    pass\n", 1, 10, "name", "unknown type `s32`", "did you mean `i32`?"},
    {"def f(A: bfloat16[4]):\n    pass\n", 1, 10, "name", "unknown type `bfloat16`", "did you mean `bf16`?"},
    {"def f(A: float[4]):\n    pass\n", 1, 10, "name", "unknown type `float`", "did you mean `f32`?"},
    {"def f(A: u7[4]):\n    pass\n", 1, 10, "name", "unknown type `u7`",
     "known: R, f8e4m3, f8e5m2, f16, bf16, f32, f64, bit, i4, ui4, i8, ui8, … (23 in all)"},
    {"def f(A: f32[4]):\n    g(A)\n", 2, 5, "name", "unknown procedure `g`", ""},
    {"def load(A: f32[4]):\n    pass\ndef f(A: f32[4]):\n    laod(A)\n", 4, 5, "name", "unknown procedure `laod`",
     "did you mean `load`?"},
    {"def f(A: f32[4]):\n    A[0] = realu(A[1])\n", 2, 12, "name", "unknown function `realu`", "did you mean `relu`?"},
    {"def f(A: f32[4]):\n    A[0] = Cfg.x\n", 2, 12, "name", "unknown config `Cfg`", ""},
    {"config Cfg:\n    a: f32\ndef f(A: f32[4]):\n    A[0] = Cfg.x\n", 4, 12, "name", "config `Cfg` has no field `x`",
     "known: a"},
    {"def f(n: size, n: size):\n    pass\n", 1, 16, "name", "argument `n` is declared twice", ""},
    {"def f(n: size):\n    pass\n\ndef f(n: size):\n    pass\n", 4, 5, "name", "`f` is already defined",
     "give one of the two another name"},
    {"memory DRAM:\n    registers 3\n", 1, 8, "name", "`DRAM` is already defined", "give one of the two another name"},
    {"def f(n: size):\n    for i in seq(0, n): pass\n    for j in seq(0, i): pass\n", 3, 21, "name", "unknown name `i`",
     "known: n"},
    {"def f(A: f32[4, 4]):\n    A[0] = 1.0\n", 2, 5, "type", "`A` has 2 dimensions, found 1 index", ""},
    {"def f(A: f32[4, 4], x: f32):\n    x = A\n", 2, 9, "type", "`A` has 2 dimensions, found 0 indices", ""},
    {"def f(n: size, x: f32):\n    x = n\n", 2, 9, "type", "`n` is a control variable (size): data cannot depend on it",
     ""},
    {"def f(n: size, x: f32, A: f32[n]):\n    A[x] = 1.0\n", 2, 7, "type",
     "`x` is data (f32): indices, bounds and conditions cannot depend on it",
     "to choose by data: select(a, b, x, y) is x where a < b, else y"},
    {"def f(n: size, B: f32[n], A: f32[n]):\n    A[B[0]] = 1.0\n", 2, 7, "type",
     "`B` is data (f32): indices, bounds and conditions cannot depend on it", ""},
    {"def f(n: size, m: size, A: f32[n]):\n    A[n * m] = 1.0\n", 2, 7, "type",
     "a product of two variables is not quasi-affine",
     "one factor must be a literal here; shapes and asserts may multiply variables"},
    {"def f(n: size, m: size, A: f32[n]):\n    A[n / m] = 1.0\n", 2, 11, "type", "the divisor must be a literal", ""},
    {"def f(n: size, m: size, A: f32[n]):\n    A[n % (2 - 2)] = 1.0\n", 2, 11, "type",
     "the modulus must be positive, found 0", ""},
    {"def f(x: f32, y: f64):\n    x = x + y * 2\n", 2, 13, "type", "one operation mixes f32 and f64",
     "convert one side: f32(…) or f64(…)"},
    {"def f(x: f32, y: f64):\n    x = max(x, y)\n", 2, 16, "type", "one operation mixes f32 and f64",
     "convert one side: f32(…) or f64(…)"},
    {"def f(x: f32):\n    x = max(x)\n", 2, 9, "type", "`max` takes 2 arguments, 1 given", ""},
    {"def f(x: f32):\n    if x < 1.0: pass\n", 2, 8, "type",
     "`x` is data (f32): indices, bounds and conditions cannot depend on it",
     "to choose by data: select(a, b, x, y) is x where a < b, else y"},
    {"def f(n: size):\n    if n: pass\n", 2, 8, "type", "expected a condition, found an integer",
     "compare it: `e > 0`"},
    {"def f(n: size):\n    for i in seq(0, n < 3): pass\n", 2, 21, "type", "expected an integer, found a condition",
     ""},
    {"def f(n: size):\n    n = 3\n", 2, 5, "type", "`n` is a control variable (size) and cannot be assigned", ""},
    {"def f(A: f32[4]):\n    A[0:2] = 3.0\n", 2, 5, "type", "a window cannot be assigned as a whole",
     "write a loop over its elements"},
    {"def f(n: size):\n    x: size\n", 2, 8, "type", "a variable of type size cannot be allocated",
     "control values come from arguments and loops"},
    {"def f(n: size):\n    x: [f32][4]\n", 2, 8, "type", "a window cannot be allocated", "write `w = A[i, 0:4]`"},
    {"def f(n: size):\n    x: size[4]\n", 2, 8, "type", "a tensor cannot hold size", ""},
    {"def f(n: size @ DRAM):\n    pass\n", 1, 17, "type", "an argument of type size stands in no memory", ""},
    {"def g(A: f32[4]):\n    pass\ndef f(A: f32[8]):\n    g(A[0:4])\n", 4, 7, "type",
     "argument `A` of `g` is a whole tensor, found a window", "declare it as a window: `A: [f32][...]`"},
    {"def g(A: [f32][4]):\n    pass\ndef f(A: f64[4]):\n    g(A)\n", 4, 7, "type",
     "argument `A` of `g` is f32, found f64", ""},
    {"def g(A: [f32][4]):\n    pass\ndef f(A: f32[4, 4]):\n    g(A)\n", 4, 7, "type",
     "argument `A` of `g` has 1 dimension, found 2", ""},
    {"def g(A: [f32][4]):\n    pass\ndef f(A: f32[4, 4]):\n    g(A[0, 0])\n", 4, 7, "type",
     "argument `A` of `g` has 1 dimension, found 0", "keep a dimension with an interval: A[i, 0:4]"},
    {"def g(A: [f32][4]):\n    pass\ndef f(A: f32[4, 4]):\n    g(A[0, :], 3)\n", 4, 5, "type",
     "`g` takes 1 argument, 2 given", ""},
    {"def g(x: f32):\n    pass\ndef f(A: f32[4]):\n    g(3.0)\n", 4, 7, "type",
     "argument `x` of `g` must be a scalar or an element", "assign the value to a scalar first and pass that"},
    {"def g(x: f32):\n    pass\ndef f(A: f32[4]):\n    g(A)\n", 4, 7, "type", "`A` has 1 dimension, found 0 indices",
     ""},
    {"def g(n: size):\n    pass\ndef f(A: f32[4]):\n    g(A[0])\n", 4, 7, "type",
     "`A` is data (f32): indices, bounds and conditions cannot depend on it", ""},
    {"def g(b: bool):\n    pass\ndef f(n: size):\n    g(n)\n", 4, 7, "type", "expected a condition, found an integer",
     "compare it: `e > 0`"},
    {"def f(A: f32[4]):\n    for i in seq(0, stride(A, 1)): pass\n", 2, 31, "type",
     "`A` has 1 dimension, counted from 0: there is no dimension 1", ""},
    {"def f(A: f32[4]):\n    A[0] = A[1] % 2\n", 2, 12, "type", "`%` is an operation on indices, not on data", ""},
    {"def f(A: f32[4]):\n    A[0] = A[1] < 2\n", 2, 12, "type", "a condition is not data",
     "select(a, b, x, y) is x where a < b, else y; a variable of type bit is assigned a comparison"},
    {"def f(m: bit):\n    m = 1 < 2\n", 2, 9, "type", "a comparison of literals has no type",
     "compare with a variable, or assign 0 or 1"},
    {"def f(m: bit, a: f32, b: i8):\n    m = a < b\n", 2, 13, "type", "one operation mixes f32 and i8",
     "convert one side: f32(…) or i8(…)"},
    {"def f(m: bit, a: f32, b: f32):\n    m = 1.0 + (a < b)\n", 2, 15, "type", "a condition is not data",
     "select(a, b, x, y) is x where a < b, else y; a variable of type bit is assigned a comparison"},
    {"def f(m: ui8, y: f32):\n    y = select(m, y, 0.0)\n", 2, 16, "type",
     "`select` of three takes a bit first, found ui8",
     "compare into a variable of type bit; select(a, b, x, y) is x where a < b, else y"},
    {"def f(m: bit, y: R):\n    y = select(m, y, 0.0)\n", 2, 9, "type",
     "`select` of a bit takes numbers of a chosen type, found R", "choose it, as `x: f32`"},
    {"def f(m: bit, y: f32, x: i8):\n    y = select(m, y, x)\n", 2, 22, "type", "one operation mixes f32 and i8",
     "convert one side: f32(…) or i8(…)"},
    {"def f(m: bool[4]):\n    pass\n", 1, 10, "type", "a tensor cannot hold bool",
     "`bit` is the type of data that is 0 or 1, as comparisons of data give"},
    {"def f(A: f32[4]):\n    A[0]\n", 2, 5, "type", "an expression is not a statement",
     "assign it: `x = e`; or call a procedure: `f(a, b)`"},
    {"def f(A: f32[4]):\n    A[0] = A[1.5]\n", 2, 14, "type", "expected an integer, found 1.5", ""},
    {"def f(A: f32[4]):\n    A[0] = \"x\"\n", 2, 12, "type", "expected a number, a scalar or an element", ""},
    {"def f(n: size):\n    for i in seq(n): pass\n", 2, 14, "type", "seq takes two bounds: lo and hi", ""},
    {"def f(n: size):\n    f(n)\n", 2, 5, "name", "unknown procedure `f`", ""},
    {"def f(A: f32[4]):\n    A[0] = (1.0, 2.0)\n", 2, 12, "type", "expected a number, a scalar or an element", ""},
    {"def f(n: size, A: f32[n]):\n    A[(0 < n) < 3] = 0.0\n", 2, 7, "type", "expected an integer, found a condition",
     ""},
};

std::string line_of(const std::string& text, int number) {
  std::istringstream in(text);
  std::string line;
  for (int i = 0; i < number; ++i) std::getline(in, line);
  return line;
}

// The whole message with which the schedule is refused; "" when it is read.
std::string schedule_error(const std::string& text) {
  try {
    syntax::parse_schedule(text, "p.sched");
    return "";
  } catch (const InputError& e) { return e.what(); }
}

}  // namespace

TEST_CASE("a refused text says what is wrong, where, and what to do") {
  for (const Refused& r : refused) {
    INFO(r.text);
    Diagnostic d = test::diagnostic_of([&] { parse_module(r.text, "p.tess"); });
    CHECK(d.message == r.message);
    CHECK(d.code == r.code);
    CHECK(d.loc.text() == "p.tess:" + std::to_string(r.line) + ":" + std::to_string(r.column));
    CHECK(d.source_line == line_of(r.text, r.line));
    CHECK(d.hint == r.hint);
  }
}

TEST_CASE("the caret stands below the mistake") {
  Diagnostic d = test::diagnostic_of([] { parse_module("def f(x: f32):\n\tx = 1.0 + relo(x)\n", "p.tess"); });
  CHECK(d.render() ==
        "p.tess:2:12: error[name]: unknown function `relo`\n"
        "   x = 1.0 + relo(x)\n"
        "             ^\n"
        "  hint: did you mean `relu`?");
}

TEST_CASE("a caret below a line of many bytes to a character, and a window of a long line") {
  CHECK_THAT(schedule_error("p = f('größe', grö)"), Contains("expected ") && Contains("found `ö` (U+00F6)") &&
                                                        Contains("\n  p = f('größe', grö)\n                   ^\n") &&
                                                        Contains("hint: names are made of"));
  CHECK_THAT(schedule_error("p = f(“x”)"),
             Contains("found `“` (U+201C)") && Contains("hint: a string stands in plain"));
  CHECK_THAT(schedule_error("p = \x93x"), Contains("found the byte 0x93, which is not UTF-8"));
  CHECK_THAT(schedule_error("p = \xe2\x80"), Contains("found the byte 0xe2"));
  const std::string items = "1, 1, ", many = [&] {
    std::string out;
    for (int i = 0; i < 3000; ++i) out += items;
    return out;
  }();
  const std::string message = schedule_error("p = [" + many + "$, " + many + "1]");
  CHECK(message.size() < 600);
  CHECK_THAT(message, Contains("\n  …") && Contains("$, 1, 1") && Contains("…\n"));
  const std::size_t line = message.find("\n  …") + 3, caret = message.find("^");
  const std::size_t below = message.rfind('\n', caret) + 3;
  CHECK(message.substr(line + (caret - below) + 2, 1) == "$");  // the … is three bytes and one character
  CHECK(schedule_error("p = $" + std::string(400000, 'x')).size() < 600);
  CHECK(schedule_error("p = 1 " + std::string(400000, 'x')).size() < 600);
}

TEST_CASE("what Python has and a schedule has not") {
  CHECK_THAT(schedule_error("for x in [1, 2]:\n    p = f(p, x)\n"),
             StartsWith("p.sched:1:1: error[syntax]: a schedule has no loops") && Contains("docs/schedule-library.md"));
  CHECK_THAT(schedule_error("p = f(p)\nif n == 3:\n    p = g(p)\n"),
             StartsWith("p.sched:2:1: error[syntax]: a schedule has no conditions"));
  CHECK_THAT(schedule_error("def f(p):\n    return p\n"), Contains("a schedule has no functions"));
  CHECK_THAT(schedule_error("from exo import *\n"), Contains("a schedule imports nothing"));
  CHECK_THAT(schedule_error("import exo\n"), Contains("a schedule imports nothing"));
  CHECK(schedule_error("from_ = 3\nformat = 4\nimports = f(p)\n") == "");
}

TEST_CASE("the mark that editors put in front of UTF-8 is skipped") {
  const std::string mark = "\xef\xbb\xbf";
  CHECK(schedule_error(mark + "p = f(p)\n") == "");
  CHECK_THAT(schedule_error(mark + "p = $\n"), StartsWith("p.sched:1:5: "));
  CHECK_NOTHROW(syntax::parse_module(mark + "def p(n: size, A: f32[n]):\n    A[0] = 0.0\n", "p.tess"));
}

TEST_CASE("a second definition names the first one") {
  Diagnostic d = test::diagnostic_of([] { parse_module("config C:\n    a: f32\nconfig C:\n    a: f32\n", "p.tess"); });
  REQUIRE(d.notes.size() == 1);
  CHECK(d.notes[0].loc.text() == "p.tess:1:8");
}

TEST_CASE("a clash with a library is refused") {
  syntax::Module library = parse_module("def f(n: size):\n    pass\n", "lib.tess");
  const syntax::Module* libraries[] = {&library};
  Diagnostic d = test::diagnostic_of([&] { parse_module("def f(n: size):\n    pass\n", "p.tess", libraries); });
  CHECK(d.message == "`f` is already defined");
  CHECK(d.notes.at(0).loc.text() == "lib.tess:1:5");
}

TEST_CASE("no text makes the parser fall over, and every error is told in words") {
  const std::string text = R"(memory M:
    holds f32[4] as v, f16[8] as "a b"
    registers 32
config C:
    a: f32
@instr("x {n}", latency=4.5, source='s')
def f(n: size, A: [f32][n] @ M,):
    assert n <= 4 and stride(A, 0) == 1
    for i in seq(0, (n + 3) / 4):
        if i < n: A[i] = -A[0] * 2.0
        elif i == 3:
            w = A[0:n]
            w[0] += max(A[i], C.a)
        else:
            T: f32[n, 4] @ DRAM
            f(n, T[0, :])
)";
  int errors = test::count_refusals_of_broken(text, [](const std::string& t) { parse_module(t, "p.tess"); });
  CHECK(errors > 1000);
}

TEST_CASE("deep nesting is an error, not a crash") {
  std::string open(100000, '(');
  Diagnostic d = test::diagnostic_of([&] { parse_module("def f(x: f32):\n    x = " + open, "p.tess"); });
  CHECK(d.message == "brackets are nested too deeply");
  std::string deep = "def f(n: size):\n";
  for (int i = 1; i < 1000; ++i) deep += std::string(static_cast<std::size_t>(i), ' ') + "for i in seq(0, n):\n";
  d = test::diagnostic_of([&] { parse_module(deep, "p.tess"); });
  CHECK(d.message == "blocks are nested too deeply");
}

TEST_CASE("blocks that are nested in one line are an error when there are very many, not a crash") {
  std::string line, lines;
  for (int i = 0; i < 20000; ++i) line += "if True: ";
  CHECK(test::diagnostic_of([&] { syntax::parse_pattern(line + "pass"); }).message == "blocks are nested too deeply");
  for (int i = 0; i < 100; ++i) lines += std::string(static_cast<std::size_t>(i), ' ') + "if True: if True: if True:\n";
  CHECK(test::diagnostic_of([&] { syntax::parse_pattern(lines + std::string(100, ' ') + "pass"); }).message ==
        "blocks are nested too deeply");
}

TEST_CASE("a chain of very many elifs is an error, not a crash") {
  const auto chain = [](int count) {
    std::string text = "def f(n: size):\n    if n == 1:\n        pass\n";
    for (int i = 0; i < count; ++i) text += "    elif n == 2:\n        pass\n";
    return text + "    else:\n        pass\n";
  };
  CHECK(test::diagnostic_of([&] { parse_module(chain(30000), "p.tess"); }).message == "blocks are nested too deeply");
  CHECK_NOTHROW(parse_module(chain(100), "p.tess"));
  std::string many = "def f(n: size):\n";  // one after the other they nest no deeper
  for (int i = 0; i < 300; ++i) many += "    if n == 1:\n        pass\n    elif n == 2:\n        pass\n";
  CHECK_NOTHROW(parse_module(many, "p.tess"));
  std::string names = "def f(elif_x: f32[4]):\n";  // names that begin so are none
  for (int i = 0; i < 300; ++i) names += "    elif_x[0] = 0.0\n";
  CHECK_NOTHROW(parse_module(names, "p.tess"));
}

TEST_CASE("an expression of very many operations is an error, not a crash") {
  const auto repeated = [](std::size_t count, const std::string& text) {
    std::string out;
    while (count-- > 0) out += text;
    return out;
  };
  const std::string sum = "n" + repeated(20000, " + n"), signs = repeated(20000, "-") + "n";
  const std::string chain = "n" + repeated(20000, " <= n"), fields = "n" + repeated(20000, ".f");
  const std::string inside = repeated(150, "(") + "n" + repeated(150, repeated(500, " + n") + ")");
  for (const std::string& e : {sum, signs, chain, fields, "n" + repeated(20000, "[0]"), inside}) {
    CAPTURE(e.substr(0, 40));
    const Diagnostic d = test::diagnostic_of(
        [&] { parse_module("def f(n: size, x: f32):\n    for i in seq(0, " + e + "):\n        x = 1.0\n", "p.tess"); });
    CHECK(d.message == "an expression has more than 1000 operations one inside the other");
  }
}

TEST_CASE("chains of comparisons within chains are an error, not a crash") {
  std::string e = "n";
  for (int i = 0; i < 60; ++i) e.insert(0, "(n < ").append(" < n)");
  const Diagnostic d = test::diagnostic_of([&] { parse_module("def f(n: size):\n    assert " + e + "\n", "p.tess"); });
  CHECK(d.message == "the middle of a chain of comparisons has more than 1000 operations");
}
