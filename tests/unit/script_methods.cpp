// SPDX-License-Identifier: Apache-2.0
// Moves and inspections of procedures and cursors as schedules call them.
#include <catch2/catch.hpp>

#include "tests/unit/script_support.hpp"

using namespace tessera;
using namespace tessera::script;
using tessera::script::testing::Subject;

namespace {

const std::string methods_program = R"(
def p(n: size, A: f32[n, 8], B: f32[n, 8]):
    t: f32[8] @ DRAM_STACK
    for i in seq(0, n):
        if i < 4:
            for j in seq(0, 8):
                A[i, j] = B[i, j] + 1.0
        else:
            A[i, 0] = 2.0
            A[i, 1] = 3.0
)";

// What the expression says, as the name that the procedure gets: a letter before it.
std::string said(const std::string& expression) {
  return Subject(methods_program).run("p = rename(p, 'x_' + " + expression + ")\n").name();
}

// The text of the place that the expression leads to.
std::string text_at(const std::string& expression) {
  Subject s(methods_program);
  std::string out;
  try {
    s.run("p = rename(p, " + expression + ".text())\n");
  } catch (const SchedulingError& e) { out = e.diagnostic().message; }  // "invalid identifier '…'"
  const std::string begin = "invalid identifier '";
  REQUIRE(out.starts_with(begin));
  out = out.substr(begin.size(), out.size() - begin.size() - 1);
  while (!out.empty() && out.back() == '\n') out.pop_back();
  return out;
}

}  // namespace

TEST_CASE("searches in a procedure") {
  CHECK(said("p.find('for i in _: _').name()") == "x_i");
  CHECK(said("p.find_loop('j').name()") == "x_j");
  CHECK(said("p.find_alloc_or_arg('t').name()") == "x_t");
  CHECK(said("p.find_all('A[_] = _')[1].name()") == "x_A");
  CHECK(text_at("p.find_all('A[_] = _')[2]") == "A[i, 1] = 3.0");
  CHECK(said("p.args()[1].name()") == "x_A");
  CHECK(said("p.args()[0].kind()") == "x_arg");
  CHECK(said("p.body()[0].kind()") == "x_alloc");
  CHECK(said("p.name()") == "x_p");
  CHECK(text_at("p").starts_with("def p(n: size"));
  CHECK(said("p.forward(p.find_loop('j')).name()") == "x_j");
  CHECK(said("p.find(pattern='for j in _: _').name()") == "x_j");
}

TEST_CASE("lists and blocks are indexed from their ends, and searches give lists") {
  CHECK(text_at("p.body()[-1]").starts_with("for i in seq(0, n):"));
  CHECK(text_at("p.find('A[_] = _', many=True)[-1]") == "A[i, 1] = 3.0");
  CHECK(text_at("p.find_loop('i').find('A[_] = _', many=True)[1]") == "A[i, 0] = 2.0");
  CHECK(text_at("p.find('A[_] = 3.0').expand()[0]") == "A[i, 0] = 2.0");
  CHECK(text_at("p.find('A[_] = 2.0').expand()[-1]") == "A[i, 1] = 3.0");
  CHECK(Subject(methods_program).refusal("x = p.find_all('A[_] = _')[-4]\n").find("the list has 3 items") !=
        std::string::npos);
}

TEST_CASE("a cursor stands for the text of its expression") {
  const std::string schedule = "p = cut_loop(p, 'j', p.find('if _: _').cond().rhs())\n";
  CHECK(Subject(methods_program).run(schedule).find_all("for j in _: _").size() == 2);
}

TEST_CASE("moves of a cursor") {
  CHECK(said("p.find_loop('j').parent().kind()") == "x_if");
  CHECK(text_at("p.find('A[_] = 2.0').next()") == "A[i, 1] = 3.0");
  CHECK(text_at("p.find('A[_] = 2.0').next(1)") == "A[i, 1] = 3.0");
  CHECK(text_at("p.find('A[_] = 3.0').prev(dist=1)") == "A[i, 0] = 2.0");
  CHECK(said("p.find_loop('i').before().kind()") == "x_gap");
  CHECK(said("p.find_loop('i').after().kind()") == "x_gap");
  CHECK(said("p.find_loop('i').body().kind()") == "x_block");
  CHECK(said("p.find_loop('i').body()[0].kind()") == "x_if");
  CHECK(text_at("p.find('if _: _').orelse()[1]") == "A[i, 1] = 3.0");
  CHECK(said("p.find_loop('i').as_block().kind()") == "x_block");
  CHECK(text_at("p.find('A[_] = 2.0').expand(0, 1)") == "A[i, 0] = 2.0\nA[i, 1] = 3.0");
  CHECK(text_at("p.find('A[_] = 3.0').expand(before=1, after=0)") == "A[i, 0] = 2.0\nA[i, 1] = 3.0");
  CHECK(text_at("p.find('A[_] = B[_] + _').child(2)") == "B[i, j] + 1.0");
  CHECK(text_at("p.find('A[_] = B[_] + _').find('B[_]')") == "B[i, j]");
  CHECK(said("p.find_loop('j').proc().name()") == "x_p");
}

TEST_CASE("inspections of a cursor") {
  CHECK(said("p.find('B[_]').kind()") == "x_read");
  CHECK(text_at("p.find('B[_]')") == "B[i, j]");
  Subject s(methods_program);
  Proc q = s.run("p = rename(p, 'q')\nm = p.find('t : _').memory()\np = set_memory(p, 'A', m)\n");
  CHECK(q.find_alloc_or_arg("A").memory()->name == "DRAM_STACK");
  Proc r = s.run("t = p.find('t : _').type()\np = rename(p, 'r')\n");
  CHECK(r.name() == "r");
}
