// SPDX-License-Identifier: Apache-2.0
#include "dsl/syntax/pattern.hpp"

#include "tests/unit/syntax_support.hpp"

using namespace tessera;
using syntax::ExprPattern;
using syntax::parse_pattern;
using syntax::Pattern;
using syntax::StmtPattern;
using ExprKind = ExprPattern::Kind;
using StmtKind = StmtPattern::Kind;

namespace {

StmtPattern only(std::string_view text) {
  Pattern p = parse_pattern(text);
  REQUIRE(p.stmts.size() == 1);
  CHECK_FALSE(p.expr.has_value());
  return p.stmts[0];
}

ExprPattern expr(std::string_view text) {
  Pattern p = parse_pattern(text);
  CHECK(p.stmts.empty());
  REQUIRE(p.expr.has_value());
  return *p.expr;
}

}  // namespace

TEST_CASE("a loop pattern has a name, bounds and a body") {
  StmtPattern any = only("for i in _: _");
  CHECK(any.kind == StmtKind::loop);
  CHECK(any.name == "i");
  CHECK(any.lo.is_hole());
  CHECK(any.hi.is_hole());
  CHECK(any.mode == StmtPattern::Mode::any);
  REQUIRE(any.body.size() == 1);
  CHECK(any.body[0].kind == StmtKind::any);

  StmtPattern bounds = only("for _ in seq(0, n + _): _");
  CHECK(bounds.name == "_");
  CHECK(bounds.mode == StmtPattern::Mode::seq);
  CHECK(bounds.lo.kind == ExprKind::integer);
  CHECK(bounds.hi.kind == ExprKind::binary);
  CHECK(only("for i in par(_, _): _").mode == StmtPattern::Mode::par);

  StmtPattern nested = only("for i in _: for j in _: C[_] += _");
  REQUIRE(nested.body.size() == 1);
  CHECK(nested.body[0].name == "j");
  CHECK(nested.body[0].body.at(0).kind == StmtKind::reduce);
}

TEST_CASE("a pattern may span lines") {
  StmtPattern p = only("for i in _:\n    x = _\n    if _:\n        _\n    else:\n        pass\n");
  REQUIRE(p.body.size() == 2);
  CHECK(p.body[1].kind == StmtKind::cond);
  CHECK(p.body[1].has_orelse);
  CHECK(p.body[1].orelse.at(0).kind == StmtKind::pass);
}

TEST_CASE("writes, allocations, calls and configs are told apart") {
  StmtPattern reduce = only("C[_] += _");
  CHECK(reduce.kind == StmtKind::reduce);
  CHECK(reduce.name == "C");
  REQUIRE(reduce.idx.has_value());
  REQUIRE(reduce.idx->size() == 1);
  CHECK(reduce.idx->at(0).is_hole());
  CHECK(reduce.rhs.is_hole());

  StmtPattern scalar = only("x = _");
  CHECK(scalar.kind == StmtKind::assign);
  CHECK_FALSE(scalar.idx.has_value());
  CHECK(only("_ = A[_] * B[_]").name == "_");

  CHECK(only("a : _").kind == StmtKind::alloc);
  CHECK(only("a: _").name == "a");
  CHECK(only("_ : _").name == "_");

  StmtPattern window = only("w = A[_, 0:4]");
  CHECK(window.kind == StmtKind::window);
  CHECK(window.rhs.args.at(1).kind == ExprKind::interval);

  StmtPattern call = only("foo(_)");
  CHECK(call.kind == StmtKind::call);
  CHECK(call.name == "foo");
  CHECK(call.args.size() == 1);
  CHECK(only("foo(_, A[0:4], 3)").args.size() == 3);
  CHECK(only("foo()").args.empty());

  StmtPattern config = only("Cfg.f = _");
  CHECK(config.kind == StmtKind::config_write);
  CHECK(config.name == "Cfg");
  CHECK(config.field == "f");

  CHECK(only("pass").kind == StmtKind::pass);
  StmtPattern cond = only("if n < _: _");
  CHECK(cond.kind == StmtKind::cond);
  CHECK(cond.cond.op == ir::BinOp::lt);
  CHECK_FALSE(cond.has_orelse);
  CHECK(only("if _: _ else: _").has_orelse);
}

TEST_CASE("statements in a row are separated by semicolons") {
  Pattern p = parse_pattern("x = _ ; C[_] += _; for i in _: _");
  REQUIRE(p.stmts.size() == 3);
  CHECK(p.stmts[2].kind == StmtKind::loop);
}

TEST_CASE("expressions are patterns") {
  ExprPattern sum = expr("_ + _");
  CHECK(sum.kind == ExprKind::binary);
  CHECK(sum.op == ir::BinOp::add);
  CHECK(sum.args.at(0).is_hole());
  CHECK(expr("A[_]").kind == ExprKind::element);
  CHECK(expr("A[i, _] * B[_]").args.at(1).name == "B");
  ExprPattern scaled = expr("4 * _");
  CHECK(scaled.args.at(0).integer == 4);
  CHECK(expr("-_").kind == ExprKind::negate);
  CHECK(expr("-3").integer == -3);
  CHECK(expr("-2.5").number == -2.5);
  CHECK(expr("-(3)").kind == ExprKind::negate);
  CHECK(expr("relu(_)").kind == ExprKind::call);
  CHECK(expr("stride(A, 0)").kind == ExprKind::stride);
  CHECK(expr("Cfg.f").kind == ExprKind::config);
  CHECK(expr("A[:, 0:_]").kind == ExprKind::window);
  CHECK(expr("0.0").kind == ExprKind::number);
  CHECK(expr("True").boolean);
}

TEST_CASE("a hole alone matches any expression or statement") { CHECK(parse_pattern("_").expr->is_hole()); }

TEST_CASE("bare names stay names") {
  Pattern one = parse_pattern("C_reg");
  CHECK(one.names == std::vector<std::string>{"C_reg"});
  CHECK(one.expr->kind == ExprKind::name);
  Pattern two = parse_pattern("jtt it");
  CHECK(two.names == std::vector<std::string>{"jtt", "it"});
  CHECK(two.stmts.empty());
  CHECK_FALSE(two.expr.has_value());
}

TEST_CASE("a number picks a match") {
  CHECK(parse_pattern("i #2").nth == 2);
  CHECK(parse_pattern("i #2").names.size() == 1);
  CHECK(parse_pattern("for i in _: _ #0").nth == 0);
  CHECK(parse_pattern("for i in _: _#1").nth == 1);
  CHECK(parse_pattern("x = _ ; y = _ #3").stmts.size() == 2);
  CHECK(parse_pattern("i j #1").names.size() == 2);
  CHECK(parse_pattern("foo(_) # 1").nth == 1);
  CHECK_FALSE(parse_pattern("i").nth.has_value());
}

TEST_CASE("a wrong pattern is refused at its place") {
  struct {
    const char* text;
    int column;
    const char* message;
  } wrong[] = {
      {"for i in _ _", 12, "expected ':', found `_`"},
      {"for i in range(3): _", 10, "expected `_`, `seq(lo, hi)` or `par(lo, hi)`"},
      {"x = ", 4, "expected an expression, found the end of the line"},
      {"a : f32[4] @ DRAM", 5, "an allocation is matched by name and type, not by memory"},
      {"a : size", 5, "expected `_` or a type of numbers"},
      {"A[_", 2, "'[' is never closed"},
      {"i #x", 4, "expected the number of a match, found `x`"},
      {"_ + _ ; x = _", 1, "expected a statement, found an expression"},
      {"", 1, "expected a pattern, found the end of the text"},
      {"'text'", 1, "this cannot stand in a pattern"},
      {"x = _ y", 7, "expected `;`, `#` or the end of the pattern, found `y`"},
  };
  for (const auto& w : wrong) {
    INFO(w.text);
    Diagnostic d = test::diagnostic_of([&] { parse_pattern(w.text); });
    CHECK(d.code == "syntax");
    CHECK(d.message == w.message);
    CHECK(d.loc.text() == "<pattern>:1:" + std::to_string(w.column));
    CHECK(d.source_line == w.text);
  }
}

TEST_CASE("many signs in a row are read as quickly as few") {
  ExprPattern e = expr(std::string(200, '-') + "x");
  for (int i = 0; i < 200; ++i) {
    REQUIRE(e.kind == ExprKind::negate);
    e = ExprPattern(e.args.at(0));
  }
  CHECK(e.name == "x");
}

TEST_CASE("no pattern makes the parser fall over") {
  const std::string text = "for i in seq(0, _): if A < 3: C[_, 0:4] += f(_) * 2.5 else: x : _ ; Cfg.f = -_ ; g(_) #12";
  CHECK(test::count_refusals_of_broken(text, [](const std::string& t) { parse_pattern(t); }) > 300);
}
