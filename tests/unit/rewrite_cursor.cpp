// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "dsl/rewrite/primitives.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;

namespace {

const char* const cursor_program = R"(
def p(n: size, A: f32[n, 8], B: f32[n, 8]):
    t: f32
    t = 0.0
    for i in seq(0, n):
        for j in seq(0, 8):
            A[i, j] = B[i, j] + t
        if i < 4:
            A[i, 0] = 1.0
        else:
            pass
    t = 1.0
)";

Proc subject() { return Proc(syntax::parse_module(cursor_program, "p.tess").procs.back()); }

/// The message that `f` ends with, "" if it does not fail.
template <class F> std::string refusal(F f) {
  try {
    f();
  } catch (const SchedulingError& e) {
    CHECK(e.exit_code() == ExitCode::refused);
    return e.diagnostic().code + ": " + e.diagnostic().message;
  }
  return "";
}

std::string first_line(const AnyCursor& c) { return c.text().substr(0, c.text().find('\n')); }

}  // namespace

TEST_CASE("moves lead to the neighbours that the text shows") {
  Proc p = subject();
  Cursor i = p.find_loop("i");
  CHECK(i.kind_name() == "for");
  CHECK(i.name() == "i");
  CHECK(first_line(i.prev()) == "t = 0.0");
  CHECK(first_line(i.prev(2)) == "t: f32 @ DRAM");
  CHECK(first_line(i.next()) == "t = 1.0");
  CHECK(i.body().count() == 2);
  CHECK(first_line(i.body()[0]) == "for j in seq(0, 8):");
  CHECK(i.body()[1].kind_name() == "if");
  CHECK(first_line(i.body()[1].orelse()[0]) == "pass");
  CHECK(i.body()[0].parent().name() == "i");
  CHECK(i.expand(1, 1).count() == 3);
  CHECK(first_line(i.expand(1, 0)[0]) == "t = 0.0");
  CHECK(p.body().count() == 4);
  CHECK(refusal([&] { p.body().next(); }) == "cursor: this move leads out of p");
}

TEST_CASE("expressions are reached as children, and lead back") {
  Proc p = subject();
  Cursor store = p.find("A[_] = _");
  Cursor sum = store.child(2);
  CHECK(sum.kind() == Cursor::Kind::expr);
  CHECK(sum.text() == "B[i, j] + t");
  CHECK(sum.child(0).name() == "B");
  CHECK(sum.child(0).parent().text() == "B[i, j] + t");
  CHECK(sum.parent().path() == store.path());
  CHECK(sum.type().scalar == ir::Scalar::f32);
  CHECK(sum.is_within(store));
  CHECK_FALSE(store.is_within(sum));
}

TEST_CASE("a move that leads nowhere says so") {
  Proc p = subject();
  Cursor t = p.find("t : _");
  CHECK(refusal([&] { t.prev(); }) == "cursor: this move leads out of p");
  CHECK(refusal([&] { t.next(4); }) == "cursor: this move leads out of p");
  CHECK(refusal([&] { t.parent(); }) == "cursor: this move leads out of p");
  CHECK(refusal([&] { t.child(3); }) == "cursor: this move leads out of p");
  CHECK(refusal([&] { t.body(); }) == "cursor: only loops and ifs have a body");
  CHECK(refusal([&] { p.find_loop("i").orelse(); }) == "cursor: there is no else branch");
  CHECK(refusal([&] { p.find_loop("i").expand(5, 0); }) == "cursor: this move leads out of p");
  CHECK(refusal([&] { p.find_loop("i").body()[2]; }) == "cursor: the block has 2 statements");
}

TEST_CASE("an argument is no statement") {
  Cursor a = subject().find_alloc_or_arg("A");
  CHECK(a.kind() == Cursor::Kind::arg);
  CHECK(a.name() == "A");
  CHECK(a.type().shape.size() == 2);
  CHECK(refusal([&] { a.parent(); }) != "");
  CHECK(refusal([&] { a.next(); }) != "");
  CHECK(refusal([&] { a.before(); }) != "");
  CHECK(refusal([&] { a.after(); }) != "");
  CHECK(refusal([&] { a.body(); }) != "");
  CHECK(refusal([&] { a.child(0); }) != "");
  CHECK(refusal([&] { a.as_block(); }) != "");
  CHECK(refusal([&] { a[0]; }) != "");
  CHECK(refusal([&] { a.find("_"); }) != "");
}

TEST_CASE("a search in a cursor stays below it") {
  Proc p = subject();
  CHECK(first_line(p.find_loop("i").find("A[_] = _ #1")) == "A[i, 0] = 1.0");
  CHECK(first_line(p.find("if _: _").find("A[_] = _")) == "A[i, 0] = 1.0");
  CHECK(refusal([&] { p.find("if _: _").find("t = _"); }) == "pattern: nothing in p matches 't = _'");
}

TEST_CASE("cursors made before a step point at the same statements after it") {
  Proc p = subject();
  Cursor store = p.find("A[_] = _"), cond = p.find("if _: _"), last = p.find("t = _ #1"),
         whole = p.find_loop("i").expand(1, 1);
  Cursor end = p.body().after(), inner = store.child(2).child(0);
  Proc q = divide_loop(p, "j", 4, {"jo", "ji"}, Tail::perfect);
  q = unroll_loop(q, "jo");
  CHECK(first_line(q.forward(cond)) == "if i < 4:");
  CHECK(first_line(q.forward(last)) == "t = 1.0");
  CHECK(q.forward(whole).count() == 3);
  CHECK(q.forward(end).path() == q.body().after().path());
  CHECK(q.forward(q.find("pass")).kind_name() == "pass");
  CHECK(q.forward(store).kind_name() == "assign");
  Proc r = rename(fission(p, p.find_loop("j").after()), "r");
  CHECK(first_line(r.forward(cond)) == "if i < 4:");
  CHECK(r.forward(inner).text() == "B[i, j]");
}

TEST_CASE("an argument is carried forward by its variable, not by its number") {
  Proc p = subject();
  Cursor n = p.find_alloc_or_arg("n"), b = p.find_alloc_or_arg("B");
  Proc q = p.partial_eval(16);
  CHECK(q.forward(b).name() == "B");
  CHECK(refusal([&] { q.forward(n); }) == "cursor: the argument n is gone: partial_eval removed it");
}

TEST_CASE("a cursor whose node is gone, or of another program, says so") {
  Proc p = subject();
  Cursor j = p.find_loop("j");
  Proc q = unroll_loop(p, "j");
  CHECK(refusal([&] { q.forward(j); }) == "cursor: the cursor points at something that unroll_loop removed");
  CHECK(refusal([&] { p.forward(q.find("if _: _")); }) ==
        "cursor: the cursor is of a later version of p, after unroll_loop");
  CHECK(refusal([&] { subject().forward(j); }) != "");
  CHECK(refusal([&] {
          divide_loop(q, j, 2, {"a", "b"});
        }) == "cursor: the cursor points at something that unroll_loop removed");
}

TEST_CASE("a number beyond the matches says how many there are and which") {
  try {
    subject().find("A[_] = _ #2");
    FAIL("found a third");
  } catch (const SchedulingError& e) {
    CHECK(e.diagnostic().message == "'A[_] = _ #2' matches 2 times in p; counting starts at #0");
    CHECK(e.diagnostic().hint == "matches: #0: A[i, j] = B[i, j] + t   |   #1: A[i, 0] = 1.0");
  }
}

TEST_CASE("find_all gives every match and find the first") {
  Proc p = subject();
  CHECK(p.find_all("A[_] = _").size() == 2);
  CHECK(p.find("A[_] = _").path() == p.find_all("A[_] = _")[0].path());
  CHECK(p.find("A[_] = _ #1").path() == p.find_all("A[_] = _")[1].path());
  CHECK(refusal([&] { p.find_all("C[_] = _"); }) == "pattern: nothing in p matches 'C[_] = _'");
}

TEST_CASE("parts of statements and expressions have names") {
  Proc p = Proc(syntax::parse_module(R"(
config Cfg:
    scale: f32
def leaf(x: [f32][8]):
    x[0] = 0.0
def q(n: size, A: f32[n, 8] @ DRAM):
    w = A[0, 1:8]
    a: f32[4, n] @ DRAM_STACK
    Cfg.scale = 2.0
    leaf(A[0, 0:8])
    for i in par(1, n):
        if i < 4 and n == 8:
            A[i, i] += -relu(A[i - 1, 2] * Cfg.scale)
    pass
)",
                                     "q.tess")
                    .procs.back());
  LoopCursor i = p.find_loop("i");
  CHECK(i.lo().text() == "1");
  CHECK(i.hi().name() == "n");
  CHECK(i.mode() == ir::LoopMode::par);
  IfCursor choice = i.body()[0].as_if();
  CHECK(choice.cond().op() == ir::BinOp::and_);
  CHECK(choice.cond().lhs().rhs().value() == std::variant<std::int64_t, double, bool>(std::int64_t{4}));
  StmtCursor add = choice.body()[0];
  CHECK(add.idx().size() == 2);
  CHECK(add.idx()[1].text() == "i");
  CHECK(add.rhs().kind_name() == "negate");
  ExprCursor product = add.rhs().args()[0].args()[0];
  CHECK(product.lhs().idx()[0].op() == ir::BinOp::sub);
  CHECK(product.rhs().config() == "Cfg");
  CHECK(product.rhs().field() == "scale");
  CHECK(add.rhs().args()[0].name() == "relu");
  CHECK(product.statement() == add);
  StmtCursor config = p.find("Cfg.scale = _").as_stmt();
  CHECK(config.field() == "scale");
  CHECK(config.rhs().value() == std::variant<std::int64_t, double, bool>(2.0));
  CallCursor call = p.find("leaf(_)").as_call();
  CHECK(call.callee().name() == "leaf");
  CHECK(call.args()[0].idx().size() == 3);
  AllocCursor a = p.find("a : _").as_alloc();
  CHECK(a.memory()->name == "DRAM_STACK");
  CHECK(a.shape().size() == 2);
  CHECK(a.is_tensor());
  CHECK_FALSE(p.args()[0].is_tensor());
  CHECK(p.find("w = _").as_stmt().rhs().kind_name() == "window");
  CHECK(refusal([&] { i.cond(); }) == "cursor: an if is wanted, this is a for");
  CHECK(refusal([&] { config.op(); }) == "cursor: the cursor is at no expression");
  CHECK(refusal([&] { product.value(); }) == "cursor: a literal is wanted, this is a binary");
  CHECK(refusal([&] { call.rhs(); }) ==
        "cursor: a statement that writes, or a binary expression is wanted, this is a call");
  CHECK(refusal([&] { add.callee(); }) == "cursor: a call is wanted, this is a reduce");
  CHECK(refusal([&] { add.field(); }) == "cursor: a configuration field is wanted, this is a reduce");
  CHECK(refusal([&] { i.is_tensor(); }) == "cursor: only allocations, arguments and expressions have a type");
}

TEST_CASE("a cursor becomes one of a known kind only when it is of that kind") {
  Proc p = subject();
  CHECK(p.find("for j in _: _").as_loop().name() == "j");
  CHECK(p.find("t : _").as_alloc().name() == "t");
  CHECK(refusal([&] { p.find("t = _").as_loop(); }) == "cursor: a loop is wanted, this is an assign");
  CHECK(refusal([&] { p.find("t = _").as_expr(); }) == "cursor: an expression is wanted, this is an assign");
  CHECK(refusal([&] { p.find("B[_]").as_stmt(); }) == "cursor: a statement is wanted, this is a read");
  CHECK(refusal([&] { p.find("B[_]").as_arg(); }) == "cursor: an argument is wanted, this is a read");
  CHECK(refusal([&] { p.find("t = _").as_gap(); }) == "cursor: a gap is wanted, this is an assign");
  CHECK(refusal([&] { p.find_loop("t = _"); }) == "cursor: a loop is wanted, this is an assign");
  CHECK(p.find("t : _ ; t = _").as_block().slice(1, 2)[0].kind_name() == "assign");
  CHECK(refusal([&] { p.body().slice(2, 5); }) == "cursor: the block has 4 statements");
  // What the compiler cannot know is refused when the step runs.
  CHECK(refusal([&] { reorder_loops(p, p.find("t = _")); }) ==
        "place: reorder_loops wants a loop, but the place is an assign");
}

TEST_CASE("what lies in what is known for all kinds") {
  Proc p = subject();
  LoopCursor i = p.find_loop("i"), j = p.find_loop("j");
  BlockCursor all = p.body(), two = i.body();
  CHECK(j.is_within(i));
  CHECK(i.is_ancestor_of(j));
  CHECK_FALSE(i.is_ancestor_of(i));
  CHECK(i.is_within(i));
  CHECK(two.is_within(all));
  CHECK(two.is_within(i));
  CHECK_FALSE(all.is_within(two));
  CHECK_FALSE(i.is_within(two));
  CHECK(i.before().is_within(all));
  CHECK_FALSE(all.before().is_within(all));
  CHECK_FALSE(i.before().is_within(i));
  CHECK(j.after().is_within(i));
  CHECK(j.root() == all);
  CHECK(i.after() == p.find("t = 1.0").before());
  CHECK(refusal([&] { i.is_within(rename(p, "r").body()); }) ==
        "cursor: the cursors are of different versions; forward one of them");
}

TEST_CASE("a search in an expression stays in it") {
  Proc p = subject();
  StmtCursor store = p.find("A[_] = _").as_stmt();
  CHECK(store.find_all("i").size() == 2);
  CHECK(store.rhs().lhs().find_all("i").size() == 1);
  CHECK(refusal([&] { store.rhs().find("A[_]"); }) == "pattern: nothing in p matches 'A[_]'");
  CHECK(p.find_loop("i").body().find_all("A[_] = _").size() == 2);
}

TEST_CASE("a cursor is shown as a mark in the program") {
  Proc p = subject();
  CHECK(p.find_loop("j").show() == R"(def p(n: size, A: f32[n, 8] @ DRAM, B: f32[n, 8] @ DRAM):
    t: f32 @ DRAM
    t = 0.0
    for i in seq(0, n):
        for j in seq(0, 8):  # <-- here
            A[i, j] = B[i, j] + t
        if i < 4:
            A[i, 0] = 1.0
        else:
            pass
    t = 1.0
)");
  auto marked = [](const AnyCursor& c) {
    std::string out, text = c.show();
    for (std::size_t at = 0, end; at < text.size(); at = end + 1) {
      end = text.find('\n', at);
      std::string line = text.substr(at, end - at);
      if (line.find("# <--") != std::string::npos) out += line.substr(line.find_first_not_of(' ')) + "\n";
    }
    return out;
  };
  CHECK(marked(p.find("pass")) == "pass  # <-- here\n");
  CHECK(marked(p.find("B[_]")) == "A[i, j] = B[i, j] + t  # <-- here: B[i, j]\n");
  CHECK(marked(p.find("_ < 4")) == "if i < 4:  # <-- here: i < 4\n");
  CHECK(marked(p.args()[1]) == "def p(n: size, A: f32[n, 8] @ DRAM, B: f32[n, 8] @ DRAM):  # <-- here: A\n");
  const std::string gap = p.body().after().show(), block = p.find_loop("i").body().show();
  CHECK(gap.ends_with("    t = 1.0\n    # <-- gap\n"));
  CHECK(block.find("seq(0, n):\n        # <-- block begins\n        for j") != std::string::npos);
  CHECK(block.find("            pass\n        # <-- block ends\n    t = 1.0\n") != std::string::npos);
  CHECK(p.find("pass").before().show().find("        else:\n            # <-- gap\n            pass\n") !=
        std::string::npos);
}

TEST_CASE("a chained condition is marked in its own line") {
  Proc p(
      syntax::parse_module("def q(n: size, x: f32):\n    if n < 2:\n        x = 1.0\n    elif n < 3:\n        x = 2.0\n"
                           "    else:\n        x = 3.0\n",
                           "q.tess")
          .procs.back());
  CHECK(p.find("if n < 3: _").show().find("    elif n < 3:  # <-- here\n") != std::string::npos);
  CHECK(p.find("x = 2.0").show().find("        x = 2.0  # <-- here\n") != std::string::npos);
  CHECK(p.find("x = 3.0").show().find("        x = 3.0  # <-- here\n") != std::string::npos);
}

TEST_CASE("a gap goes with the statement that it was made from") {
  Proc p = subject();
  GapCursor after = p.find("t = 0.0").as_stmt().after(), before = p.find_loop("i").before();
  CHECK(after == before);
  Proc q = stage_mem(p, p.find_loop("i"), "B[0:n, 0:8]", "b");
  CHECK(q.forward(after) == q.find("b : _").as_stmt().before());
  CHECK(q.forward(before) == q.find_loop("i").before());
  CHECK(q.forward(after).show().find("    t = 0.0\n    # <-- gap\n    b: f32") != std::string::npos);
}

TEST_CASE("a block that steps tear apart says so") {
  Proc p = subject();
  BlockCursor body = p.find_loop("i").body(), with_alloc = p.body().slice(0, 3);
  CHECK(refusal([&] { fission(p, p.find_loop("j").after()).forward(body); }) ==
        "cursor: the statements of the block no longer stand together");
  Proc q = bind_expr(p, p.find("B[_]"), "b");
  CHECK(q.forward(with_alloc).count() == 3);
  CHECK(q.forward(q.find_loop("j").body()).count() == 3);
  CHECK(q.forward(p.find_loop("j").body()).count() == 1);
}

TEST_CASE("a cursor of a known kind stays of that kind, or says what it became") {
  Proc p = subject();
  LoopCursor j = p.find_loop("j");
  Proc q = divide_loop(p, j, 4, {"jo", "ji"}, Tail::perfect);
  LoopCursor jo = q.forward(j);
  CHECK(jo.name() == "jo");
  ExprCursor sum = p.find("_ + t").as_expr();
  CHECK(q.forward(sum).text() == "B[i, ji + 4 * jo] + t");
  CHECK(refusal([&] { q.forward(j.hi()); }) == "cursor: the cursor points at something that divide_loop removed");
}

TEST_CASE("a cursor of another schedule or procedure is told from one that is gone") {
  Proc p = subject();
  Proc left = rename(p, "left"), right = rename(p, "right");
  CHECK(refusal([&] { left.forward(right.find("pass")); }) ==
        "cursor: the cursor is of another schedule of p, which is not an earlier version of this one");
  CHECK(refusal([&] { subject().forward(p.find("pass")); }) ==
        "cursor: the cursor is of p, which is another procedure than p");
  try {
    unroll_loop(p, "j").forward(p.find_loop("j"));
    FAIL("the loop is gone");
  } catch (const SchedulingError& e) {
    REQUIRE(e.diagnostic().notes.size() == 1);
    CHECK(e.diagnostic().notes[0].text == "it was: for j in seq(0, 8):");
    CHECK(e.diagnostic().hint == "search for it again in the procedure as it is now");
  }
}
