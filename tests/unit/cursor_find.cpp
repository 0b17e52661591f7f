// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "dsl/cursor/find.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;

namespace {

const char* const program = R"(
config Cfg:
    scale: f32
    n: size
def leaf(n: size, x: [f32][n], s: f32):
    x[0] = s
def p(n: size, A: f32[n, 8], B: f32[n, 8], b: bool):
    assert n >= 2
    t: f32
    t = 0.0
    Cfg.scale = 2.0
    w = B[0, 0:8]
    for i in seq(0, n):
        for j in seq(0, 8):
            A[i, j] = B[i, j] * 2.0 + t
            A[i, j] += relu(w[j])
        for j in par(0, 4):
            if j < 2 and b:
                A[i, j] = -B[i, j + 4]
            else:
                pass
    leaf(8, A[1, 0:8], t)
    t += A[0, stride(w, 0)  - stride(w, 0)] * Cfg.scale
)";

ir::ProcRef subject() { return syntax::parse_module(program, "p.tess").procs.back(); }

/// First lines of what the pattern matches, in order.
std::vector<std::string> found(const std::string& pattern) {
  ir::ProcRef p = subject();
  std::vector<std::string> out;
  for (const cursor::Match& m : cursor::find_all(*p, syntax::parse_pattern(pattern))) {
    std::string text = m.first.is_expr() ? ir::print(*ir::expr_at(*p, m.first)) : ir::print(*ir::stmt_at(*p, m.first));
    text = text.substr(0, text.find('\n'));
    out.push_back(m.count == 1 ? text : text + " x" + std::to_string(m.count));
  }
  return out;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a loop pattern finds loops in program order") {
  CHECK(found("for i in _: _") == Texts{"for i in seq(0, n):"});
  CHECK(found("for j in _: _") == Texts{"for j in seq(0, 8):", "for j in par(0, 4):"});
  CHECK(found("for _ in _: _").size() == 3);
  CHECK(found("for _ in par(_, _): _") == Texts{"for j in par(0, 4):"});
  CHECK(found("for j in seq(0, 8): _") == Texts{"for j in seq(0, 8):"});
  CHECK(found("for j in seq(0, 9): _").empty());
  CHECK(found("for j in seq(1, _): _").empty());
  CHECK(found("for k in _: _").empty());
}

TEST_CASE("the body of a loop pattern must fit whole") {
  CHECK(found("for j in _: A[_] = _").empty());
  CHECK(found("for j in _:\n    A[_] = _\n    A[_] += _\n") == Texts{"for j in seq(0, 8):"});
  CHECK(found("for j in _: if _: _") == Texts{"for j in par(0, 4):"});
}

TEST_CASE("assignments and reductions are told apart, and a name alone is any write of it") {
  CHECK(found("A[_] = _") == Texts{"A[i, j] = B[i, j] * 2.0 + t", "A[i, j] = -B[i, j + 4]"});
  CHECK(found("A[_] += _") == Texts{"A[i, j] += relu(w[j])"});
  CHECK(found("A[i, _] = -_") == Texts{"A[i, j] = -B[i, j + 4]"});
  CHECK(found("A[_, i] = _").empty());
  CHECK(found("t = _") == Texts{"t = 0.0"});
  CHECK(found("t += _").size() == 1);
  CHECK(found("A = _").size() == 2);
  CHECK(found("A = -_") == Texts{"A[i, j] = -B[i, j + 4]"});
  CHECK(found("A += _") == Texts{"A[i, j] += relu(w[j])"});
  CHECK(found("t[_] = _").empty());
  CHECK(found("_[_] = _").size() == 2);
}

TEST_CASE("allocations, windows, calls, configuration writes and pass have patterns") {
  CHECK(found("t : _") == Texts{"t: f32 @ DRAM"});
  CHECK(found("w = _") == Texts{"w = B[0, 0:8]"});
  CHECK(found("w = B[_, 0:8]") == Texts{"w = B[0, 0:8]"});
  CHECK(found("w = B[_, 0:4]").empty());
  CHECK(found("leaf(_)") == Texts{"leaf(8, A[1, 0:8], t)"});
  CHECK(found("leaf(8, _, t)").size() == 1);
  CHECK(found("leaf(7, _, t)").empty());
  CHECK(found("leef(_)").empty());
  CHECK(found("Cfg.scale = _") == Texts{"Cfg.scale = 2.0"});
  CHECK(found("Cfg.n = _").empty());
  CHECK(found("pass") == Texts{"pass"});
}

TEST_CASE("an if is found by its condition, and an else is asked for only when it is written") {
  CHECK(found("if _: _") == Texts{"if j < 2 and b:"});
  CHECK(found("if _ and b: _").size() == 1);
  CHECK(found("if _ or b: _").empty());
  CHECK(found("if _:\n    _\nelse:\n    pass\n").size() == 1);
  CHECK(found("if _:\n    _\nelse:\n    t = _\n").empty());
}

TEST_CASE("neighbouring statements are one match") {
  CHECK(found("t : _ ; t = _") == Texts{"t: f32 @ DRAM x2"});
  CHECK(found("A[_] = _ ; A[_] += _") == Texts{"A[i, j] = B[i, j] * 2.0 + t x2"});
  CHECK(found("A[_] += _ ; A[_] = _").empty());
  CHECK(found("t : _ ; Cfg.scale = _").empty());
}

TEST_CASE("a hole in a sequence is one statement") {
  CHECK(found("t : _ ; _ ; Cfg.scale = _") == Texts{"t: f32 @ DRAM x3"});
  CHECK(found("t += _ ; _").empty());
}

TEST_CASE("expressions are found in statements, parents before children") {
  CHECK(found("_ + _") == Texts{"B[i, j] * 2.0 + t", "j + 4"});
  CHECK(found("B[_]") == Texts{"B[0, 0:8]", "B[i, j]", "B[i, j + 4]"});
  CHECK(found("B[i, j]") == Texts{"B[i, j]"});
  CHECK(found("relu(_)") == Texts{"relu(w[j])"});
  CHECK(found("-_") == Texts{"-B[i, j + 4]"});
  CHECK(found("_ * 2.0") == Texts{"B[i, j] * 2.0"});
  CHECK(found("_ * 3.0").empty());
  CHECK(found("stride(w, _)") == Texts{"stride(w, 0)", "stride(w, 0)"});
  CHECK(found("stride(w, 1)").empty());
  CHECK(found("Cfg.scale") == Texts{"Cfg.scale"});
  CHECK(found("_ < 2") == Texts{"j < 2"});
}

TEST_CASE("a hole stands for any name, in every kind of pattern") {
  CHECK(found("_ : _") == Texts{"t: f32 @ DRAM"});
  CHECK(found("_ = _").size() == 4);
  CHECK(found("_ += _") == Texts{"A[i, j] += relu(w[j])", "t += A[0, stride(w, 0) - stride(w, 0)] * Cfg.scale"});
  CHECK(found("_(_)") == Texts{"leaf(8, A[1, 0:8], t)"});
  CHECK(found("Cfg._ = _") == Texts{"Cfg.scale = 2.0"});
  CHECK(found("_.scale = _") == Texts{"Cfg.scale = 2.0"});
  CHECK(found("_.n = _").empty());
  CHECK(found("Cfg._") == Texts{"Cfg.scale"});
  CHECK(found("stride(_, _)").size() == 2);
  CHECK(found("_[j] = _").empty());
  CHECK(found("_[_, 0:8]") == Texts{"B[0, 0:8]", "A[1, 0:8]"});
}

TEST_CASE("holes stand anywhere in an expression") {
  CHECK(found("A[_] = _ * _ + t") == Texts{"A[i, j] = B[i, j] * 2.0 + t"});
  CHECK(found("A[_] = B[_, j] * _ + _").size() == 1);
  CHECK(found("A[_] = _ + _ * _").empty());
  CHECK(found("_ and b") == Texts{"j < 2 and b"});
  CHECK(found("if _ < _ and _: _").size() == 1);
  CHECK(found("leaf(_, A[_], _)").size() == 1);
  CHECK(found("leaf(_, _)").size() == 1);
  CHECK(found("leaf(_, A[_])").empty());
  CHECK(found("relu(w[_])") == Texts{"relu(w[j])"});
  CHECK(found("w = B[_, _:_]") == Texts{"w = B[0, 0:8]"});
  CHECK(found("B[_, j + _]") == Texts{"B[i, j + 4]"});
}

TEST_CASE("two names are a loop nest with nothing beside the inner loop") {
  ir::ProcRef p = syntax::parse_module(
                      "def q(A: f32[2, 3, 4]):\n"
                      "    for a in seq(0, 2):\n        for b in seq(0, 3):\n            for c in seq(0, 4):\n"
                      "                A[a, b, c] = 0.0\n",
                      "q.tess")
                      .procs.back();
  CHECK(cursor::find_all(*p, syntax::parse_pattern("a b")).size() == 1);
  CHECK(cursor::find_all(*p, syntax::parse_pattern("b c")).at(0).first.steps.size() == 2);
  CHECK(cursor::find_all(*p, syntax::parse_pattern("a b c")).size() == 1);
  CHECK(cursor::find_all(*p, syntax::parse_pattern("a c")).empty());
  CHECK(found("i j").empty());  // two loops stand in the loop i
}

TEST_CASE("names that are shared are found under their own text and under the printed one") {
  ir::ProcRef p = syntax::parse_module(
                      "def q(A: f32[4]):\n    w = A[0:2]\n    w[0] = 1.0\n    w = A[2:4]\n    w[0] = 2.0\n", "q.tess")
                      .procs.back();
  CHECK(cursor::find_all(*p, syntax::parse_pattern("w[_] = _")).size() == 2);
  CHECK(cursor::find_all(*p, syntax::parse_pattern("w_1[_] = _")).size() == 1);
}

TEST_CASE("a search within a range stays there") {
  ir::ProcRef p = subject();
  cursor::Match second = cursor::find_all(*p, syntax::parse_pattern("for j in _: _")).at(1);
  CHECK(cursor::find_all(*p, syntax::parse_pattern("A[_] = _"), &second).size() == 1);
  CHECK(cursor::find_all(*p, syntax::parse_pattern("A[_] += _"), &second).empty());
  CHECK(cursor::find_all(*p, syntax::parse_pattern("for j in _: _"), &second).size() == 1);
}

TEST_CASE("every statement has a pattern that finds it and no other") {
  ir::ProcRef p = subject();
  syntax::Pattern any;
  any.stmts = {syntax::StmtPattern{}};
  std::vector<cursor::Match> all = cursor::find_all(*p, any);
  CHECK(all.size() == 14);
  for (const cursor::Match& m : all) {
    std::string text = cursor::pattern_of(*p, m.first);
    syntax::Pattern pattern = syntax::parse_pattern(text);
    INFO(text);
    CHECK(cursor::find_all(*p, pattern).at(static_cast<std::size_t>(pattern.nth.value_or(0))).first == m.first);
  }
}

TEST_CASE("candidates are the nearest heads, of the wanted kind first") {
  ir::ProcRef p = subject();
  CHECK(cursor::candidates(*p, syntax::parse_pattern("for jj in _: _"), 1) == Texts{"for j in _: _"});
  CHECK(cursor::candidates(*p, syntax::parse_pattern("AA[_] += _"), 1) == Texts{"A[_] += _"});
  CHECK(cursor::candidates(*p, syntax::parse_pattern("leaff(_)"), 1) == Texts{"leaf(_)"});
  CHECK(cursor::candidates(*p, syntax::parse_pattern("i k"), 1) == Texts{"for i in _: _"});
  CHECK(cursor::candidates(*p, syntax::parse_pattern("x = _"), 3).size() == 3);
}
