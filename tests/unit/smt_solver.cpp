// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>

#include "dsl/smt/closure.hpp"
#include "dsl/smt/solver.hpp"

using namespace tessera::smt;

namespace {

/// A question in the making: unknowns, assumptions, then the goal.
struct Question {
  Solver solver;
  Query query{"test.S1", "a fact", {}, {}};

  explicit Question(Limits limits = {}) : solver(limits) {}

  Affine unknown(const char* text) { return Affine::variable(Var::fresh(text)); }
  Affine size(const char* text) {
    const Affine n = unknown(text);
    assume(le(1, n));
    return n;
  }
  /// lo <= i < hi
  Affine counter(const char* text, const Affine& lo, const Affine& hi) {
    const Affine i = unknown(text);
    assume(le(lo, i));
    assume(lt(i, hi));
    return i;
  }
  void assume(const Formula& formula) { query.assumptions.push_back(formula); }
  Affine div(const Affine& a, std::int64_t d) { return solver.terms().quotient(a, d); }
  Affine mod(const Affine& a, std::int64_t d) { return solver.terms().remainder(a, d); }
  Affine times(const Affine& a, const Affine& b) { return solver.terms().product(a, b); }

  Answer ask(const Formula& goal) {
    query.goal = goal;
    return solver.prove(query);
  }

  bool affinely_proved(const Formula& goal) {
    const Answer answer = ask(goal);
    return answer.status == Status::proved && answer.decider == Decider::affine;
  }

  bool proved(const Formula& goal) { return ask(goal).status == Status::proved; }

  /// Refuted, and by a model that does what a counterexample must.
  bool refuted(const Formula& goal) {
    const Answer answer = ask(goal);
    if (answer.status != Status::refuted) return false;
    for (const Formula& assumption : query.assumptions) {
      if (!assumption.evaluate(answer.model)) return false;
    }
    return !goal.evaluate(answer.model);
  }
};

Formula between(const Affine& lo, const Affine& a, const Affine& hi) { return le(lo, a) && lt(a, hi); }

}  // namespace

TEST_CASE("a tile of four by two stays within eight") {
  Question q;
  const Affine i = q.counter("i", 0, 2), j = q.counter("j", 0, 4);
  CHECK(q.affinely_proved(between(0, i * 4 + j, 8)));
  CHECK(q.refuted(lt(i * 4 + j, 7)));
  CHECK(q.refuted(le(1, i * 4 + j)));
}

TEST_CASE("a loop tiled by its quotient stays within its extent") {
  Question q;
  const Affine n = q.size("n");
  const Affine it = q.counter("it", 0, q.div(n, 4)), itt = q.counter("itt", 0, 4);
  CHECK(q.affinely_proved(between(0, it * 4 + itt, n)));
  CHECK(q.refuted(lt(it * 4 + itt, n - 1)));
}

TEST_CASE("the tail of a cut loop starts after the last full tile") {
  Question q;
  const Affine n = q.size("n"), tail = q.counter("t", 0, q.mod(n, 4));
  CHECK(q.affinely_proved(between(q.div(n, 4) * 4, tail + q.div(n, 4) * 4, n)));
}

TEST_CASE("a guarded ceiling tile needs its guard") {
  Question q;
  const Affine n = q.size("n");
  const Affine it = q.counter("it", 0, q.div(n + 3, 4)), itt = q.counter("itt", 0, 4);
  CHECK(q.refuted(lt(it * 4 + itt, n)));
  q.assume(lt(it * 4 + itt, n));
  CHECK(q.affinely_proved(lt(it * 4 + itt, n)));
  CHECK(q.affinely_proved(lt(it * 4, n)));
}

TEST_CASE("a divisible size is a multiple of its quotient") {
  Question q;
  const Affine k = q.size("K");
  CHECK(q.refuted(eq(q.div(k, 16) * 16, k)));
  q.assume(eq(q.mod(k, 16), 0));
  CHECK(q.affinely_proved(eq(q.div(k, 16) * 16, k)));
  CHECK(q.affinely_proved(le(16, k)));
  CHECK(q.affinely_proved(eq(q.mod(k, 4), 0)));
  CHECK(q.refuted(eq(q.mod(k, 32), 0)));
}

TEST_CASE("different iterations of a tiled loop touch different elements") {
  Question q;
  const Affine n = q.size("n");
  const Affine i = q.counter("i", 0, n), other = q.counter("i'", 0, n);
  const Affine j = q.counter("j", 0, 4), other_j = q.counter("j'", 0, 4);
  q.assume(lt(i, other));
  CHECK(q.affinely_proved(!eq(i * 4 + j, other * 4 + other_j)));
  CHECK(q.refuted(!eq(i * 3 + j, other * 3 + other_j)));
}

TEST_CASE("windows that overlap are found out with small sizes") {
  Question q;
  const Affine n = q.size("n"), m = q.size("m");
  const Affine i = q.counter("i", 0, n), other_i = q.counter("i'", 0, n);
  const Affine j = q.counter("j", 0, m), other_j = q.counter("j'", 0, m);
  q.assume(lt(i, other_i) && lt(other_j, j));
  const Formula apart = !eq(i + j, other_i + other_j);
  REQUIRE(q.refuted(apart));
  for (const auto& [v, value] : q.ask(apart).model) CHECK(value <= 2);
}

TEST_CASE("parity decides equations without unit coefficients") {
  Question q;
  const Affine x = q.unknown("x"), y = q.unknown("y"), z = q.unknown("z");
  CHECK(q.affinely_proved(!eq(x * 2, y * 2 + 1)));
  CHECK(q.affinely_proved(!eq(x * 6 + y * 10, z * 4 + 7)));
  CHECK(q.refuted(!eq(x * 6 + y * 10, z * 15 + 7)));
  q.assume(eq(x * 7 + y * 12, 17));
  CHECK(q.affinely_proved(!between(0, x, 11) || eq(x, 11) || eq(q.mod(x, 12), 11)));
}

TEST_CASE("floor and remainder behave like those of the mathematics") {
  Question q;
  const Affine i = q.unknown("i"), j = q.unknown("j");
  CHECK(q.affinely_proved(between(0, q.mod(i, 8), 8)));
  CHECK(q.affinely_proved(eq(q.div(i, 8) * 8 + q.mod(i, 8), i)));
  CHECK(q.refuted(le(0, q.div(i, 8))));
  q.assume(le(i, j));
  CHECK(q.affinely_proved(le(q.div(i, 5), q.div(j, 5))));
  CHECK(q.refuted(le(q.mod(i, 5), q.mod(j, 5))));
}

TEST_CASE("the coordinates of a flattened index come back") {
  Question q;
  const Affine i = q.counter("i", 0, 6), j = q.counter("j", 0, 8);
  CHECK(q.affinely_proved(eq(q.div(i * 8 + j, 8), i)));
  CHECK(q.affinely_proved(eq(q.mod(i * 8 + j, 8), j)));
  CHECK(q.affinely_proved(eq(q.div(q.mod(i * 8 + j, 8), 2) * 2 + q.mod(j, 2), j)));
}

TEST_CASE("disjunctions are split where it matters") {
  Question q;
  const Affine n = q.size("n"), i = q.counter("i", 0, n);
  q.assume(eq(n, 4) || eq(n, 8) || eq(n, 12));
  CHECK(q.affinely_proved(eq(q.mod(n, 4), 0)));
  CHECK(q.affinely_proved(lt(i, 12)));
  CHECK(q.refuted(lt(i, 11)));
  q.assume(!eq(n, 12));
  CHECK(q.affinely_proved(lt(i, 8)));
}

TEST_CASE("assumptions that contradict each other prove everything") {
  Question q;
  const Affine n = q.size("n"), m = q.size("m");
  q.assume(lt(n, 1));
  CHECK(q.proved(Formula::constant(false)));
  CHECK(q.proved(lt(m, 0)));
}

TEST_CASE("without assumptions only what always holds is proved") {
  Question q;
  const Affine n = q.unknown("n");
  CHECK(q.proved(Formula()));
  CHECK(q.refuted(Formula::constant(false)));
  CHECK(q.refuted(lt(n, 100)));
  CHECK(q.proved(lt(n, 100) || le(100, n)));
}

TEST_CASE("products of sizes keep their sign and their order") {
  Question q;
  const Affine n = q.size("n"), m = q.size("m");
  const Affine i = q.counter("i", 0, n), j = q.counter("j", 0, m);
  CHECK(q.affinely_proved(le(1, q.times(n, m))));
  CHECK(q.affinely_proved(le(n, q.times(n, m))));
  CHECK(q.proved(between(0, q.times(i, m) + j, q.times(n, m))));
  CHECK(q.refuted(lt(q.times(i, m) + j, q.times(n, m) - 1)));
  CHECK(q.refuted(lt(q.times(n, n), 50)));
  CHECK(q.affinely_proved(eq(q.times(n + m, n - m), q.times(n, n) - q.times(m, m))));
}

TEST_CASE("rows of a matrix with a symbolic width do not meet") {
  Question q;
  const Affine m = q.size("m"), i = q.unknown("i"), other = q.unknown("i'");
  const Affine j = q.counter("j", 0, m), other_j = q.counter("j'", 0, m);
  q.assume(lt(i, other));
  CHECK(q.proved(lt(q.times(i, m) + j, q.times(other, m) + other_j)));
}

TEST_CASE("a model that needs sizes above one is still small") {
  Question q;
  const Affine n = q.size("n"), i = q.counter("i", 0, n);
  q.assume(eq(q.mod(n, 4), 0));
  const Answer answer = q.ask(lt(i, n - 1));
  REQUIRE(answer.status == Status::refuted);
  CHECK(answer.model.at(n.terms().front().first) == 4);
}

TEST_CASE("numbers that do not fit are never taken for a proof") {
  Question q(Limits{std::chrono::milliseconds(200)});
  const Affine i = q.unknown("i"), huge = Affine(INT64_MAX);
  q.assume(le(i, huge));
  CHECK(q.ask(lt(i, huge)).status != Status::proved);
  q.assume(le(huge, i));
  CHECK(q.ask(Formula::ge0(i * 4 - 3) && le(q.unknown("j"), i)).status != Status::proved);
  const Affine x = q.unknown("x"), y = q.unknown("y"), large = Affine(INT64_MAX / 3);
  q.assume(eq(x * (INT64_MAX / 5) + y * (INT64_MAX / 7), large));
  CHECK(q.ask(lt(q.times(x, y), q.times(x, x))).status != Status::proved);
}

TEST_CASE("an answer of Z3 is remembered for questions that differ in names only") {
  Solver solver;
  const auto hard = [&] {
    const Affine x = Affine::variable(Var::fresh("x")), y = Affine::variable(Var::fresh("y"));
    return Query{"square",
                 "x*x is not 2*y*y + 7",
                 {le(20, x), le(x, 40), le(0, y), le(y, 40)},
                 !eq(solver.terms().product(x, x), solver.terms().product(y, y) * 2 + 7)};
  };
  const Query first = hard(), second = hard();
  const Answer asked = solver.prove(first), again = solver.prove(second);
  REQUIRE(asked.decider == Decider::z3);
  REQUIRE(asked.status == Status::refuted);
  CHECK(again.decider == Decider::memo);
  CHECK(again.status == Status::refuted);
  CHECK_FALSE(second.goal.evaluate(again.model));
  for (const Formula& assumption : second.assumptions) CHECK(assumption.evaluate(again.model));
  CHECK(solver.statistics().memo == 1);
  CHECK(solver.statistics().z3 == 1);
  CHECK(solver.statistics().refuted == 2);
}

TEST_CASE("each answer is reported to every listener") {
  Question q;
  std::vector<std::string> names;
  q.solver.on_answer([&](const Query& query, const Answer&) { names.push_back(query.name); });
  q.solver.on_answer([&](const Query&, const Answer& answer) {
    names.push_back(answer.status == Status::proved ? "proved" : "not proved");
  });
  q.proved(Formula());
  q.proved(Formula::constant(false));
  CHECK(names == std::vector<std::string>{"test.S1", "proved", "test.S1", "not proved"});
  CHECK(q.solver.statistics().affine == 2);
}

TEST_CASE("a question beyond the time limit is unknown, not proved") {
  Question q(Limits{std::chrono::milliseconds(50)});
  const Affine x = q.unknown("x"), y = q.unknown("y"), z = q.unknown("z");
  const auto cube = [&](const Affine& a) { return q.times(a, q.times(a, a)); };
  // The least solution of x³ + y³ + z³ = 33 has sixteen digits (Booker 2019).
  const Answer answer = q.ask(!eq(cube(x) + cube(y) + cube(z), 33));
  CHECK(answer.status == Status::unknown);
  CHECK(answer.reason == "no answer within 50 ms");
  CHECK(answer.seconds < 5);
  CHECK(q.solver.statistics().unknown == 1);
}

TEST_CASE("a counterexample is made small, also where variables are tied to each other or far off") {
  Terms terms;
  const Var n = Var::fresh("n"), i = Var::fresh("i"), j = Var::fresh("j");
  const Affine size = Affine::variable(n), first = Affine::variable(i), second = Affine::variable(j);
  const auto shrunk = [&](const std::vector<Formula>& formulas, Model model) {
    REQUIRE(holds(formulas, model));
    shrink(model, formulas, closure(formulas, terms), terms);
    CHECK(holds(formulas, model));
    return model;
  };
  const std::vector<Formula> last{le(1, size), le(0, first), eq(first, size - 1)};
  CHECK(shrunk(last, {{n, 5000}, {i, 4999}}) == Model{{n, 1}, {i, 0}});
  const std::vector<Formula> far{le(100, size)};
  CHECK(shrunk(far, {{n, 1'000'000}}).at(n) < 200);
  const std::vector<Formula> chain{le(1, size), le(0, second), le(second * 2, first), lt(first, size)};
  CHECK(shrunk(chain, {{n, 900}, {i, 800}, {j, 300}}).at(n) <= 2);
}

TEST_CASE("a model that does not fit 64 bits is no counterexample") {
  Question q(Limits{std::chrono::milliseconds(300)});
  const Affine x = q.unknown("x"), y = q.unknown("y");
  q.assume(le(Affine(INT64_MAX / 2), y));
  q.assume(eq(q.div(x, 8), y));
  const Answer answer = q.ask(eq(x, 0));
  CHECK(answer.status == Status::unknown);
  CHECK(answer.reason.find("64 bits") != std::string::npos);
}

TEST_CASE("an unknown that the solver's model leaves open has a value in the counterexample") {
  Question q;
  const Affine x = q.unknown("x"), y = q.unknown("y"), z = q.unknown("z");
  q.assume(le(7, x) || le(7, y) || lt(y * 3, z));
  const Answer answer = q.ask(eq(q.div(x, 3), 2) && le(x, q.times(y, z) + 5));
  REQUIRE(answer.status == Status::refuted);
  for (const char* name : {"x", "y", "z"}) {
    CAPTURE(name);
    const auto is_it = [&](const auto& entry) { return entry.first.text() == name; };
    CHECK(std::any_of(answer.model.begin(), answer.model.end(), is_it));
  }
  CHECK(counterexample(q.query, answer.model, q.solver.terms()).values.size() == 3);
}
