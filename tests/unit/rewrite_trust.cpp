// SPDX-License-Identifier: Apache-2.0
// The conditions that a schedule assumes are known wherever they count.
#include <catch2/catch.hpp>

#include "dsl/rewrite/primitives.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/syntax/module.hpp"

namespace {

using namespace tessera;

struct Program {
  ContextRef context = std::make_shared<Context>();
  syntax::Module module;
  explicit Program(const char* text) : module(syntax::parse_module(text, "trust.tess")) {}
  Proc proc(const char* name) { return Proc(module.proc(name), context); }
};

const char* const zeroing = R"(
def zero4(dst: [f32][4] @ DRAM):
    for i in seq(0, 4):
        dst[i] = 0.0
def p(n: size, A: f32[4 * n] @ DRAM):
    for io in seq(0, n):
        for ii in seq(0, 4):
            A[4 * io + ii] = 0.0
)";

}  // namespace

TEST_CASE("an instruction that a schedule made is assumed by all that call it, directly or not") {
  Program program(zeroing);
  Proc zero = make_instr(program.proc("zero4"), "memset(&{dst_data}, 0, 16);", {"string.h"});
  REQUIRE(script::unsafe_conditions(zero).size() == 1);
  Proc p = replace(program.proc("p"), "for ii in _: _", zero);
  CHECK(script::unsafe_conditions(p) == script::unsafe_conditions(zero));
  Extracted parts = extract_subproc(p, "zero4(_)", "inner");
  CHECK(script::unsafe_conditions(parts.proc) == script::unsafe_conditions(zero));
}

TEST_CASE("a procedure that is called as it stands gives nothing to assume") {
  Program program(zeroing);
  Proc p = replace(program.proc("p"), "for ii in _: _", program.proc("zero4"));
  CHECK(script::unsafe_conditions(p).empty());
}

TEST_CASE("the reference of a schedule that narrows the contract is only asked where the contract holds") {
  Program program(zeroing);
  Proc p = add_assertion(program.proc("p"), "n == 3");
  ir::Procedure reference = script::reference(p);
  CHECK(reference.asserts.size() == 1);
  CHECK(reference.name == "p");
  CHECK(script::unsafe_conditions(p).empty());
}

TEST_CASE("the reference of a schedule that fixes arguments late is still the program as written") {
  Program program(
      "def p(n: size, b: bool, m: size, A: f32[n, m]):\n    for i in seq(0, n):\n        if b:\n"
      "            A[i, m - 1] = 1.0\n");
  Proc p = partial_eval(divide_loop(program.proc("p"), "i", 4, {"io", "ii"}, Tail::cut), {9});
  ir::Procedure reference = script::reference(partial_eval(p, {1}));
  CHECK(ir::print(reference) ==
        "def p(m: size, A: f32[9, m] @ DRAM):\n    for i in seq(0, 9):\n        if True:\n            A[i, m - 1] = "
        "1.0\n");
}
