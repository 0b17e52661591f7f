#include <catch2/catch.hpp>

#include "dsl/rewrite/primitives.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;

namespace {

const char* const program = R"(
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

Proc subject() { return Proc(syntax::parse_module(program, "p.tess").procs.back()); }

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

std::string first_line(const Cursor& c) { return c.text().substr(0, c.text().find('\n')); }

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
  CHECK(refusal([&] { q.forward(n); }) == "cursor: the argument n is gone");
}

TEST_CASE("a cursor whose node is gone, or of another program, says so") {
  Proc p = subject();
  Cursor j = p.find_loop("j");
  Proc q = unroll_loop(p, "j");
  CHECK(refusal([&] { q.forward(j); }) == "cursor: the cursor points at something that unroll_loop removed");
  CHECK(refusal([&] { p.forward(q.find("if _: _")); }) ==
        "cursor: the cursor is of p, which is no earlier version of p");
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
