// SPDX-License-Identifier: Apache-2.0
// The primitives on statements and expressions as C++ functions, and what their steps record.
#include <catch2/catch.hpp>

#include "dsl/ir/equal.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;

namespace {

Proc subject(const char* program) { return Proc(syntax::parse_module(program, "p.tess").procs.back()); }

bool reassociates(const Proc& p) { return p.version()->step.reassociates; }

}  // namespace

TEST_CASE("a step that changes the order of a sum says so") {
  Proc p = subject(R"(
def p(n: size, A: f32[n], x: f32, y: f32):
    x = 0.0
    for i in seq(0, n):
        x += y * (A[i] + (A[i] + 1.0))
    x += 1.0
    x += y + 2.0
)");
  CHECK(reassociates(lift_reduce_constant(p, "x = _ ; for i in _: _")));
  CHECK(reassociates(left_reassociate_expr(p, "_ + (_ + _)")));
  CHECK(reassociates(reorder_stmts(p, "x += 1.0 ; x += _")));
  CHECK(reassociates(merge_writes(p, "x += 1.0 ; x += _")));
  CHECK(reassociates(split_write(p, "x += y + 2.0")));
}

TEST_CASE("a step that only moves statements or operands does not") {
  Proc p = subject(R"(
def p(n: size, A: f32[n + 1], x: f32, y: f32):
    x = A[0]
    x += y
    t: f32
    t = y * 2.0
    y = t + x
    for i in seq(0, n):
        A[1 + (i + 0)] = A[i + 1] + t
)");
  CHECK_FALSE(reassociates(merge_writes(p, "x = _ ; x += _")));
  CHECK_FALSE(reassociates(split_write(p, "y = _")));
  CHECK_FALSE(reassociates(fold_into_reduce(p, "A[_] = _")));
  CHECK_FALSE(reassociates(commute_expr(p, "t + x")));
  CHECK_FALSE(reassociates(left_reassociate_expr(p, "1 + (i + 0)")));
  CHECK_FALSE(reassociates(reorder_stmts(p, "x += _ ; t : _")));
}

TEST_CASE("cursors and patterns name the same places") {
  Proc p = subject(R"(
def p(A: f32[4], B: f32[4]):
    t: f32
    t = A[0] + A[1]
    B[0] = t
    B[1] = 2.0
)");
  Cursor assign = p.find("t = _");
  CHECK(inline_assign(p, assign).text() == inline_assign(p, "t = _").text());
  CHECK(insert_pass(p, assign.after()).text() == insert_pass(p, "t = _").text());
  CHECK(rewrite_expr(p, assign.child(0), "A[1] + A[0]").text() == commute_expr(p, "A[0] + A[1]").text());
  CHECK(delete_pass(insert_pass(p, assign.after())).text() == p.text());
  CHECK(delete_pass(insert_pass(p, assign.after()), "pass").text() == p.text());
  CHECK(bind_expr(p, "A[_]", "a", true).find("a = _").text() == bind_expr(p, "A[_]", "a").find("a = _").text());
}

// C would cut the operand off at the type of the operation, which was that of the bytes.
TEST_CASE("an operation in a conversion takes the type of the scalar that is bound in it") {
  const Proc p = subject("def p(A: i8[1], B: i8[1]):\n    B[0] = i8(shift_right(A[0] + A[0], 1))\n");
  const Proc q = bind_expr(p, "A[0] + A[0]", "v");
  CHECK(ir::equal(q.ir(), *syntax::parse_module(q.text(), "q.tess").procs.back()));
}

TEST_CASE("a call that does nothing goes where it is allowed") {
  syntax::Module m = syntax::parse_module(R"(
def hint(w: [f32][1]):
    pass
def p(A: f32[4]):
    A[0] = 1.0
)",
                                          "p.tess");
  auto context = std::make_shared<Context>();
  Proc hint(m.proc("hint"), context), p(m.proc("p"), context);
  p = insert_noop_call(p, "A[_] = _", hint, {"A[3:4]"});
  CHECK(p.find("hint(_)").text() == "hint(A[3:4])\n");
}
