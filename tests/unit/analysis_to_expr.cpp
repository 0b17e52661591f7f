// SPDX-License-Identifier: Apache-2.0
#include "dsl/analysis/to_expr.hpp"

#include <catch2/catch.hpp>

#include "dsl/ir/print.hpp"
#include "dsl/smt/formula.hpp"

using namespace tessera;

namespace {

struct Fixture {
  smt::Terms terms;
  analysis::Lowering lower{terms, ir::Procedure{}};
  ir::Expr i = ir::read(ir::Sym::fresh("i"), ir::Scalar::index), j = ir::read(ir::Sym::fresh("j"), ir::Scalar::index);

  std::string simple(const ir::Expr& e) { return ir::print(analysis::simplify_affine(lower, e)); }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "terms that cancel disappear from a simplified expression") {
  ir::Expr block = ir::mul(ir::int_lit(4), i);
  CHECK(simple(ir::sub(ir::add(block, j), block)) == "j");
  CHECK(simple(ir::sub(ir::add(block, ir::int_lit(4)), block)) == "4");
}

TEST_CASE_METHOD(Fixture, "terms keep the order of their first mention") {
  CHECK(simple(ir::sub(ir::add(ir::add(j, i), ir::int_lit(3)), ir::int_lit(1))) == "j + i + 2");
  CHECK(simple(ir::sub(ir::sub(i, j), i)) == simple(ir::sub(ir::int_lit(0), j)));
}

TEST_CASE_METHOD(Fixture, "quotients and remainders come back as such") {
  ir::Expr e = ir::add(ir::mul(ir::int_lit(4), i), j);
  CHECK(simple(ir::floor_mod(e, 4)) == "j % 4");
  CHECK(simple(ir::floor_div(e, 4)) == "i + j / 4");
  CHECK(simple(ir::add(ir::mul(ir::int_lit(4), ir::floor_div(j, 4)), ir::floor_mod(j, 4))) == "j");
}

TEST_CASE_METHOD(Fixture, "an affine form over variables that the sources do not show has no expression") {
  CHECK_FALSE(analysis::to_expr(lower, analysis::Affine::variable(ir::Sym::fresh("k")), std::span(&i, 1)));
}
