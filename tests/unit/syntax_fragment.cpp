// SPDX-License-Identifier: Apache-2.0
#include "dsl/syntax/fragment.hpp"

#include "tests/unit/syntax_support.hpp"

using namespace tessera;
using ir::Scalar;
using syntax::parse_expr;
using syntax::parse_window;
using syntax::Scope;

namespace {

struct Fixture {
  ir::Sym i = ir::Sym::fresh("i"), inner = ir::Sym::fresh("i"), n = ir::Sym::fresh("n"), A = ir::Sym::fresh("A"),
          x = ir::Sym::fresh("x");
  Scope scope{{{n, {{Scalar::size, {}, false}, nullptr}},
               {i, {{Scalar::index, {}, false}, nullptr}},
               {A, {{Scalar::f32, {ir::read(n, Scalar::size), ir::int_lit(4)}, false}, ir::dram()}},
               {x, {{Scalar::f64, {}, false}, ir::dram()}}}};
};

}  // namespace

TEST_CASE_METHOD(Fixture, "an expression is read in the scope of a place") {
  ir::Expr e = parse_expr("4 * i + n / 2", scope);
  CHECK(ir::print(e) == "4 * i + n / 2");
  CHECK(ir::mentions(e, i));
  CHECK(parse_expr("i < n", scope).type() == Scalar::bool_);
  CHECK(parse_expr("A[i, 0] * 2.0", scope).type() == Scalar::f32);
  CHECK(parse_expr("x", scope).type() == Scalar::f64);
  CHECK(parse_expr("3", scope).type() == Scalar::int_);
  CHECK(parse_expr("3.0", scope).type() == Scalar::R);
}

TEST_CASE_METHOD(Fixture, "the innermost variable of a name wins") {
  scope.bind(inner, {{Scalar::index, {}, false}, nullptr});
  CHECK(ir::mentions(parse_expr("i", scope), inner));
  scope.bind("i_1", i, {{Scalar::index, {}, false}, nullptr});
  CHECK(ir::mentions(parse_expr("i_1", scope), i));
}

TEST_CASE_METHOD(Fixture, "a window may consist of points") {
  ir::Expr e = parse_window("A[4*i + 1, 0]", scope);
  const ir::WindowExpr* w = e.as<ir::WindowExpr>();
  REQUIRE(w);
  CHECK(w->base == A);
  CHECK(w->dims[0].is_point());
  CHECK(ir::print(parse_window("A[i:i+1, :]", scope)) == "A[i:i + 1, 0:4]");
  CHECK(ir::print(parse_window("A", scope)) == "A[0:n, 0:4]");
}

TEST_CASE_METHOD(Fixture, "a wrong fragment is refused at its column") {
  Diagnostic d = test::diagnostic_of([&] { parse_expr("4 * j", scope); });
  CHECK(d.code == "name");
  CHECK(d.loc.text() == "<argument>:1:5");
  CHECK(d.source_line == "4 * j");
  CHECK(d.hint == "known: n, i, A, x");
  CHECK(test::diagnostic_of([&] { parse_expr("4 *", scope); }).message ==
        "expected an expression, found the end of the line");
  CHECK(test::diagnostic_of([&] { parse_expr("i n", scope); }).message == "expected the end of the line, found `n`");
  CHECK(test::diagnostic_of([&] { parse_expr("i * n", scope); }).code == "type");
  CHECK(test::diagnostic_of([&] { parse_expr("i + A[0, 0]", scope); }).code == "type");
  CHECK(test::diagnostic_of([&] { parse_window("A[0]", scope); }).message == "`A` has 2 dimensions, found 1 index");
  CHECK(test::diagnostic_of([&] { parse_window("i[0]", scope); }).message ==
        "`i` is a control variable (index), not a buffer");
  CHECK(test::diagnostic_of([&] { parse_window("3", scope); }).message == "expected a window such as A[i, 0:4]");
  CHECK(test::diagnostic_of([&] { parse_expr("", scope); }).message ==
        "expected an expression, found the end of the text");
}
