// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <random>

#include "dsl/smt/closure.hpp"
#include "dsl/smt/linear.hpp"
#include "dsl/smt/z3_backend.hpp"

using namespace tessera::smt;

namespace {

/// Random questions over a small box, so that all values can be tried.
class Generator {
 public:
  Generator(unsigned seed, Terms& terms) : random_(seed), terms_(terms) {
    const int count = 1 + pick(4);
    for (int i = 0; i < count; ++i) variables_.push_back(Var::fresh("x"));
  }

  /// Any integers; Z3 must be the judge.
  Query unbounded() {
    Query result{"random", "", {}, {}};
    const int count = 2 + pick(7);
    for (int i = 0; i < count; ++i) result.assumptions.push_back(formula(2));
    result.goal = formula(2);
    return result;
  }

  Query boxed() {
    Query result{"random", "", {}, {}};
    for (Var v : variables_) {
      const std::int64_t lo = -pick(4), hi = pick(5);
      box_.push_back({lo, hi});
      result.assumptions.push_back(le(lo, Affine::variable(v)));
      result.assumptions.push_back(le(Affine::variable(v), hi));
    }
    const int count = pick(5);
    for (int i = 0; i < count; ++i) result.assumptions.push_back(formula(2));
    result.goal = formula(2);
    return result;
  }

  /// Whether some point of the box makes the assumptions true and the goal false.
  bool has_counterexample(const Query& query) const {
    std::vector<Formula> formulas = query.assumptions;
    formulas.push_back(!query.goal);
    Model model;
    return search(formulas, closure(formulas, terms_), model, 0);
  }

 private:
  int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }

  Affine form(int depth) {
    Affine sum(pick(13) - 6);
    for (Var v : variables_) {
      if (pick(2)) sum = sum + Affine::variable(v, pick(9) - 4);
    }
    if (depth > 0 && pick(3) == 0) sum = sum + terms_.quotient(form(depth - 1), 2 + pick(6)) * (pick(5) - 2);
    if (depth > 0 && pick(4) == 0) sum = sum + terms_.remainder(form(depth - 1), 2 + pick(6));
    if (depth > 0 && pick(6) == 0) sum = sum + terms_.product(form(0), form(depth - 1));
    return sum;
  }

  Formula formula(int depth) {
    switch (depth > 0 ? pick(6) : pick(3)) {
      case 3: return formula(depth - 1) && formula(depth - 1);
      case 4: return formula(depth - 1) || formula(depth - 1);
      case 5: return !formula(depth - 1);
      case 2: return Formula::eq0(form(depth));
      default: return Formula::ge0(form(depth));
    }
  }

  bool search(const std::vector<Formula>& formulas, const std::vector<Var>& all, Model& model, std::size_t next) const {
    if (next == variables_.size()) {
      derive(model, all, terms_);
      return holds(formulas, model);
    }
    for (std::int64_t value = box_[next].first; value <= box_[next].second; ++value) {
      model[variables_[next]] = value;
      if (search(formulas, all, model, next + 1)) return true;
    }
    return false;
  }

  std::mt19937 random_;
  Terms& terms_;
  std::vector<Var> variables_;
  std::vector<std::pair<std::int64_t, std::int64_t>> box_;
};

bool is_counterexample(const Model& model, const Query& query, const Terms& terms) {
  std::vector<Formula> formulas = query.assumptions;
  formulas.push_back(!query.goal);
  Model again = model;
  derive(again, closure(formulas, terms), terms);
  return again == model && holds(formulas, model);
}

}  // namespace

TEST_CASE("the affine procedure never contradicts the enumeration of a box") {
  constexpr unsigned cases = 6000;
  unsigned infeasible = 0, satisfied = 0, undecided = 0;
  for (unsigned seed = 1; seed <= cases; ++seed) {
    Terms terms;
    Generator generator(seed, terms);
    const Query query = generator.boxed();
    const bool refutable = generator.has_counterexample(query);
    const Answer answer = decide(query.assumptions, !query.goal, terms);
    INFO("seed " << seed << "\n" << to_smtlib(query, terms));
    switch (answer.status) {
      case Status::proved:
        REQUIRE_FALSE(refutable);
        ++infeasible;
        break;
      case Status::refuted:
        REQUIRE(is_counterexample(answer.model, query, terms));
        ++satisfied;
        break;
      case Status::unknown: ++undecided;
    }
  }
  INFO("infeasible " << infeasible << ", satisfied " << satisfied << ", undecided " << undecided);
  // The procedure must be of use, not only right.
  CHECK(infeasible > cases / 10);
  CHECK(satisfied > cases / 4);
  CHECK(undecided < cases / 20);
}

TEST_CASE("Z3 agrees with the enumeration of a box") {
  constexpr unsigned cases = 2000;
  unsigned unknown = 0;
  Z3Backend z3;
  for (unsigned seed = 1; seed <= cases; ++seed) {
    Terms terms;
    Generator generator(seed + 100000, terms);
    const Query query = generator.boxed();
    const Answer answer = z3.prove(query, terms, {std::chrono::milliseconds(1000)});
    INFO("seed " << seed << ": " << answer.reason << "\n" << to_smtlib(query, terms));
    if (answer.status == Status::unknown) {
      ++unknown;
      continue;
    }
    REQUIRE(generator.has_counterexample(query) == (answer.status == Status::refuted));
    if (answer.status == Status::refuted) REQUIRE(is_counterexample(answer.model, query, terms));
  }
  INFO("unknown " << unknown);
  CHECK(unknown < cases / 50);
}

TEST_CASE("the affine procedure never contradicts Z3 on unbounded questions") {
  constexpr unsigned cases = 1500;
  unsigned infeasible = 0, satisfied = 0;
  Z3Backend z3;
  for (unsigned seed = 1; seed <= cases; ++seed) {
    Terms terms;
    Generator generator(seed + 300000, terms);
    const Query query = generator.unbounded();
    const Answer answer = decide(query.assumptions, !query.goal, terms);
    INFO("seed " << seed << "\n" << to_smtlib(query, terms));
    if (answer.status == Status::refuted) {
      REQUIRE(is_counterexample(answer.model, query, terms));
      ++satisfied;
    }
    if (answer.status == Status::proved) {
      REQUIRE(z3.prove(query, terms, {std::chrono::milliseconds(200)}).status != Status::refuted);
      ++infeasible;
    }
  }
  CHECK(infeasible > cases / 10);
  CHECK(satisfied > cases / 10);
}

TEST_CASE("the solver answers every question over a small box, rightly") {
  constexpr unsigned cases = 2000;
  Solver solver;
  for (unsigned seed = 1; seed <= cases; ++seed) {
    Generator generator(seed + 200000, solver.terms());
    const Query query = generator.boxed();
    const Answer answer = solver.prove(query);
    INFO("seed " << seed << ": " << answer.reason << "\n" << to_smtlib(query, solver.terms()));
    if (answer.status == Status::unknown) continue;
    REQUIRE(generator.has_counterexample(query) == (answer.status == Status::refuted));
    if (answer.status == Status::refuted) REQUIRE(is_counterexample(answer.model, query, solver.terms()));
  }
  CHECK(solver.statistics().unknown < cases / 50);
}
