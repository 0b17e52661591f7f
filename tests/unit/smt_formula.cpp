// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "dsl/smt/formula.hpp"

using namespace tessera::smt;

namespace {

Var fresh(const char* text) { return Var::fresh(text); }
Affine of(Var v) { return Affine::variable(v); }
constexpr std::int64_t greatest = INT64_MAX, least = INT64_MIN;

std::int64_t floor_of(std::int64_t a, std::int64_t d) { return a / d - (a % d < 0); }

/// The model with each derived variable of `a` added, as far as it depends on plain ones.
Model with_definitions(Model model, const Affine& a, const Terms& terms) {
  for (const auto& [v, coefficient] : a.terms()) {
    const Definition* definition = terms.definition(v);
    if (!definition) continue;
    const std::int64_t x = definition->a.evaluate(with_definitions(model, definition->a, terms));
    model[v] = definition->kind == Definition::Kind::quotient
                   ? floor_of(x, definition->divisor)
                   : x * definition->b.evaluate(with_definitions(model, definition->b, terms));
  }
  return model;
}

std::int64_t value(const Affine& a, const Model& model, const Terms& terms) {
  return a.evaluate(with_definitions(model, a, terms));
}

}  // namespace

TEST_CASE("affine forms of the same function are equal") {
  const Var i = fresh("i"), j = fresh("j");
  CHECK(of(i) * 4 + of(j) - of(i) == of(j) + of(i) * 3);
  CHECK(of(i) - of(i) == Affine(0));
  CHECK((of(i) + 3).substitute(i, of(j) * 2 - 1) == of(j) * 2 + 2);
  CHECK((of(i) * 2 + of(j)).substitute(i, of(j) * -1) == -of(j));
  CHECK((of(i) * 2 - of(j)).evaluate({{i, 5}}) == 10);
  CHECK((of(j) + of(i)).coefficient(j) == 1);
  CHECK_FALSE((of(i) * 0).mentions(i));
}

TEST_CASE("affine arithmetic throws instead of wrapping") {
  const Var i = fresh("i");
  CHECK_THROWS_AS(Affine(greatest) + 1, Overflow);
  CHECK_THROWS_AS(Affine(least) - 1, Overflow);
  CHECK_THROWS_AS(-Affine(least), Overflow);
  CHECK_THROWS_AS(Affine::variable(i, greatest) + of(i), Overflow);
  CHECK_THROWS_AS(Affine::variable(i, greatest) * 2, Overflow);
  CHECK_THROWS_AS((of(i) * 2).evaluate({{i, greatest}}), Overflow);
}

TEST_CASE("the negation of an atom is an atom of the integers") {
  const Var i = fresh("i");
  const Formula below = !Formula::ge0(of(i));
  CHECK(below.kind() == Formula::Kind::ge0);
  CHECK(below.affine() == -of(i) - 1);
  const Formula other = !Formula::eq0(of(i) - 3);
  REQUIRE(other.kind() == Formula::Kind::any);
  CHECK(other.parts()[0].affine() == of(i) - 4);
  CHECK(other.parts()[1].affine() == -of(i) + 2);
}

TEST_CASE("atoms are divided by their common divisor") {
  const Var i = fresh("i"), j = fresh("j");
  CHECK(Formula::ge0(of(i) * 4 - 3).affine() == of(i) - 1);
  CHECK(Formula::ge0(of(i) * 4 - of(j) * 6 + 5).affine() == of(i) * 2 - of(j) * 3 + 2);
  CHECK(Formula::eq0(of(i) * 4 - 8).affine() == of(i) - 2);
  CHECK(Formula::eq0(of(i) * 4 - 3).is_false());
  CHECK(eq(of(i), of(j)).affine() == eq(of(j), of(i)).affine());
  CHECK_THROWS_AS(Formula::eq0(Affine::variable(i, -1) + least), Overflow);
}

TEST_CASE("atoms without variables fold") {
  CHECK(Formula::ge0(0).is_true());
  CHECK(Formula::ge0(-1).is_false());
  CHECK(Formula::eq0(0).is_true());
  CHECK(Formula::eq0(1).is_false());
}

TEST_CASE("conjunctions and disjunctions flatten and cut short") {
  const Var i = fresh("i");
  const Formula a = Formula::ge0(of(i)), b = Formula::ge0(of(i) - 7), truth, falsity = Formula::constant(false);
  CHECK((a && truth).kind() == Formula::Kind::ge0);
  CHECK((a && falsity).is_false());
  CHECK((a || truth).is_true());
  CHECK((a || falsity).affine() == a.affine());
  CHECK(((a && b) && (b && a)).parts().size() == 4);
  CHECK(((a || b) || b).parts().size() == 3);
  CHECK(Formula::all({}).is_true());
  CHECK(Formula::any({}).is_false());
}

TEST_CASE("negation is an involution on values") {
  const Var i = fresh("i"), j = fresh("j");
  const Formula f = (lt(of(i), of(j)) && eq(of(i) * 2, of(j))) || le(of(j), Affine(-1));
  for (std::int64_t x = -3; x <= 3; ++x) {
    for (std::int64_t y = -3; y <= 3; ++y) {
      const Model model{{i, x}, {j, y}};
      CHECK(f.evaluate(model) == ((x < y && 2 * x == y) || y <= -1));
      CHECK((!f).evaluate(model) != f.evaluate(model));
      CHECK((!!f).evaluate(model) == f.evaluate(model));
    }
  }
}

TEST_CASE("a quotient splits off the multiples of its divisor") {
  Terms terms;
  const Var i = fresh("i"), j = fresh("j");
  CHECK(terms.quotient(of(i) * 4, 4) == of(i));
  CHECK(terms.quotient(of(i) * 4 + 3, 4) == of(i));
  CHECK(terms.quotient(of(i) * 4 - 1, 4) == of(i) - 1);
  CHECK(terms.quotient(of(i) * 4 + of(j), 4) == of(i) + terms.quotient(of(j), 4));
  CHECK(terms.quotient(of(j) + 9, 4) == terms.quotient(of(j) + 1, 4) + 2);
  CHECK(terms.quotient(of(j) * 2 + 1, 4) == terms.quotient(of(j), 2));
  CHECK(terms.quotient(terms.quotient(of(j), 2), 4) == terms.quotient(of(j), 8));
  CHECK(terms.remainder(of(i) * 4 + of(j), 4) == terms.remainder(of(j), 4));
  CHECK(terms.remainder(of(i) * 4 + 2, 4) == Affine(2));
  CHECK(terms.quotient(of(j), 1) == of(j));
  CHECK(terms.quotient(-7, 2) == Affine(-4));
}

TEST_CASE("the same operands give the same derived variable") {
  Terms terms;
  const Var i = fresh("i"), j = fresh("j");
  CHECK(terms.quotient(of(i) + 1, 3) == terms.quotient(of(i) + 1, 3));
  CHECK(terms.product(of(i), of(j)) == terms.product(of(j), of(i)));
  CHECK_FALSE(terms.quotient(of(i), 3) == terms.quotient(of(i), 5));
  CHECK(terms.definition(i) == nullptr);
  const Var q = terms.quotient(of(i), 3).terms().front().first;
  REQUIRE(terms.definition(q) != nullptr);
  CHECK(terms.definition(q)->divisor == 3);
}

TEST_CASE("equal polynomials are equal forms") {
  Terms terms;
  const Affine x = of(fresh("x")), y = of(fresh("y")), z = of(fresh("z"));
  CHECK(terms.product(x + y, x - y) == terms.product(x, x) - terms.product(y, y));
  CHECK(terms.product(terms.product(x, y), z) == terms.product(x, terms.product(z, y)));
  CHECK(terms.product(x, 3) == x * 3);
  CHECK(terms.product(2, x) == x * 2);
  CHECK(terms.product(x + 1, y + 2) == terms.product(x, y) + x * 2 + y + 2);
}

TEST_CASE("quotients, remainders and products have the values of their definitions") {
  Terms terms;
  const Var i = fresh("i"), j = fresh("j");
  for (std::int64_t a : {-9, -4, -1, 1, 3, 8}) {
    for (std::int64_t b : {-6, 0, 2, 5}) {
      for (std::int64_t d : {1, 2, 3, 4, 6}) {
        const Affine form = of(i) * a + of(j) * b + (a - b), nested = terms.quotient(form, 2) + a;
        for (std::int64_t x = -4; x <= 4; ++x) {
          const Model model{{i, x}, {j, 3 - x}};
          const std::int64_t plain = a * x + b * (3 - x) + a - b;
          const std::int64_t quotient = floor_of(plain, d);
          REQUIRE(value(terms.quotient(form, d), model, terms) == quotient);
          REQUIRE(value(terms.remainder(form, d), model, terms) == plain - d * quotient);
          REQUIRE(value(terms.quotient(nested, d), model, terms) == floor_of(floor_of(plain, 2) + a, d));
          REQUIRE(value(terms.product(form, nested), model, terms) == plain * (floor_of(plain, 2) + a));
        }
      }
    }
  }
}
