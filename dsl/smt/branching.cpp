// SPDX-License-Identifier: Apache-2.0
#include "dsl/smt/branching.hpp"

#include <algorithm>

#include "dsl/smt/checked.hpp"
#include "dsl/smt/closure.hpp"
#include "dsl/smt/elimination.hpp"
#include "dsl/smt/products.hpp"

namespace tessera::smt {
namespace {

// The limit of the search; the rest is for Z3.
constexpr int max_visits = 200;
constexpr int max_readings = 40;
constexpr int reading_budget = 200;
constexpr std::int64_t widest_enumerated = 16;

}  // namespace

Branching::Branching(std::vector<Formula> formulas, std::vector<Var> variables, const Terms& terms)
    : formulas_(std::move(formulas)), variables_(std::move(variables)), terms_(terms) {
  for (Var v : variables_) columns_.emplace(v, static_cast<int>(columns_.size()));
}

Answer Branching::decide() {
  Clauses clauses;
  for (const Formula& formula : formulas_) assume(formula, clauses);
  for (std::size_t column = 0; column < variables_.size(); ++column) {
    if (const Definition* definition = terms_.definition(variables_[column])) define(column, *definition);
  }
  const Status status = explore(Box(variables_.size()), std::move(clauses));
  return {status, Decider::affine, status == Status::refuted ? std::move(model_) : Model{}};
}

Constraint Branching::constraint(const Affine& a, bool equality) const {
  Constraint result{{}, a.constant(), equality};
  result.terms.reserve(a.terms().size());
  for (const auto& [v, coefficient] : a.terms()) result.terms.push_back({columns_.at(v), coefficient});
  return result;
}

/// d·q <= a <= d·q + d - 1 for a quotient.
void Branching::define(int column, const Definition& definition) {
  if (definition.kind == Definition::Kind::product) {
    const auto factor = [&](const Affine& a) { return columns_.at(a.terms().front().first); };
    products_.push_back({column, factor(definition.a), factor(definition.b)});
    return;
  }
  const Affine rest = definition.a - Affine::variable(variables_[column], definition.divisor);
  constraints_.push_back(constraint(rest, false));
  constraints_.push_back(constraint(-rest + (definition.divisor - 1), false));
}

void Branching::assume(const Formula& formula, Clauses& clauses) {
  switch (formula.kind()) {
    case Formula::Kind::truth: return;
    case Formula::Kind::falsity: constraints_.push_back({{}, -1, false}); return;
    case Formula::Kind::ge0: constraints_.push_back(constraint(formula.affine(), false)); return;
    case Formula::Kind::eq0: constraints_.push_back(constraint(formula.affine(), true)); return;
    case Formula::Kind::any: clauses.push_back(formula); return;
    case Formula::Kind::all:
      for (const Formula& part : formula.parts()) assume(part, clauses);
  }
}

bool Branching::surely_false(const Formula& formula, const Box& box) const {
  const auto refuted = [&](const Formula& part) { return surely_false(part, box); };
  const auto& parts = formula.parts();
  switch (formula.kind()) {
    case Formula::Kind::ge0: return smt::surely_false(constraint(formula.affine(), false), box);
    case Formula::Kind::eq0: return smt::surely_false(constraint(formula.affine(), true), box);
    case Formula::Kind::all: return std::any_of(parts.begin(), parts.end(), refuted);
    case Formula::Kind::any: return std::all_of(parts.begin(), parts.end(), refuted);
    default: return formula.is_false();
  }
}

bool Branching::surely_true(const Formula& formula, const Box& box) const {
  const auto implied = [&](const Formula& part) { return surely_true(part, box); };
  const auto& parts = formula.parts();
  switch (formula.kind()) {
    case Formula::Kind::ge0: return smt::surely_true(constraint(formula.affine(), false), box);
    case Formula::Kind::eq0: return smt::surely_true(constraint(formula.affine(), true), box);
    case Formula::Kind::all: return std::all_of(parts.begin(), parts.end(), implied);
    case Formula::Kind::any: return std::any_of(parts.begin(), parts.end(), implied);
    default: return formula.is_true();
  }
}

/// Narrows the box and drops alternatives that it excludes, until nothing changes. False when nothing is left.
bool Branching::simplify(Box& box, Clauses& clauses) {
  for (bool changed = true; changed;) {
    changed = false;
    if (!narrow(box, constraints_)) return false;
    Clauses open;
    for (const Formula& clause : clauses) {
      std::vector<Formula> alternatives;
      for (const Formula& part : clause.parts()) {
        if (!surely_false(part, box)) alternatives.push_back(part);
      }
      if (alternatives.empty()) return false;
      if (surely_true(clause, box)) continue;
      const bool forced = alternatives.size() == 1;
      assume(forced ? alternatives.front() : Formula::any(std::move(alternatives)), open);
      changed = changed || forced;
    }
    clauses = std::move(open);
  }
  return true;
}

Status Branching::explore(Box box, Clauses clauses) {
  if (++visits_ > max_visits) return Status::unknown;
  const std::size_t mark = constraints_.size();
  Status result = Status::proved;
  if (simplify(box, clauses)) {
    if (clauses.empty()) {
      result = leaf(box);
    } else if (clauses.size() == 1 || !contradictory(box)) {
      result = split(box, clauses);
    }
  }
  constraints_.resize(mark);
  return result;
}

Status Branching::split(const Box& box, const Clauses& clauses) {
  Status result = Status::proved;
  for (const Formula& alternative : clauses.front().parts()) {
    Clauses rest;
    const std::size_t mark = constraints_.size();
    assume(alternative, rest);
    rest.insert(rest.end(), clauses.begin() + 1, clauses.end());
    const Status status = explore(box, std::move(rest));
    constraints_.resize(mark);
    if (status == Status::refuted) return status;
    if (status == Status::unknown) result = status;
  }
  return result;
}

bool Branching::contradictory(const Box& box) const {
  try {
    Elimination system(box);
    for (const Constraint& c : constraints_) system.require(c);
    return system.run() == Elimination::Outcome::infeasible;
  } catch (const Overflow&) { return false; }
}

/// No disjunction is left.
Status Branching::leaf(const Box& box) {
  Status status = Status::unknown;
  try {
    status = eliminate(box);
  } catch (const Overflow&) {}
  return status == Status::unknown ? enumerate(box) : status;
}

/// The column with the fewest values, but more than one; -1 when none has few. Products follow from their factors.
int Branching::narrowest_column(const Box& box) const {
  int best = -1;
  std::int64_t least = widest_enumerated;
  for (int column = 0; column < static_cast<int>(box.size()); ++column) {
    const IntegerInterval& x = box[column];
    if (!x.has_lo() || !x.has_hi() || x.lo == x.hi || x.hi - x.lo >= least) continue;
    const bool product =
        std::any_of(products_.begin(), products_.end(), [&](const auto& p) { return p.column == column; });
    if (!product) best = column, least = x.hi - x.lo;
  }
  return best;
}

/// Tries each value of a column that has few: the gaps between integers that elimination does not see are found so, and
/// a product with a factor that is known is affine.
Status Branching::enumerate(const Box& box) {
  const int column = narrowest_column(box);
  if (column < 0) return Status::unknown;
  Status result = Status::proved;
  for (std::int64_t value = box[column].lo; value <= box[column].hi && visits_ < max_visits; ++value) {
    Box fixed = box;
    fixed[column] = {value, value};
    const Status status = explore(std::move(fixed), {});
    if (status == Status::refuted) return status;
    if (status == Status::unknown) result = status;
  }
  return visits_ < max_visits ? result : Status::unknown;
}

Status Branching::eliminate(const Box& box) {
  std::vector<Constraint> facts = constraints_;
  if (!products_.empty()) add_product_facts(facts, products_, box);
  Elimination system(box);
  for (const Constraint& c : facts) system.require(c);
  const auto outcome = system.run();
  if (outcome == Elimination::Outcome::infeasible) return Status::proved;
  if (outcome == Elimination::Outcome::exhausted || ++readings_ > max_readings) return Status::unknown;
  const auto check = [&](const std::vector<std::int64_t>& values) { return accept(values); };
  return system.read_back(check, reading_budget) ? Status::refuted : Status::unknown;
}

/// Takes the plain variables from the candidate, the derived ones from their definitions, and evaluates everything.
bool Branching::accept(const std::vector<std::int64_t>& values) {
  Model model;
  for (std::size_t column = 0; column < variables_.size(); ++column) model[variables_[column]] = values[column];
  derive(model, variables_, terms_);
  if (!holds(formulas_, model)) return false;
  model_ = std::move(model);
  return true;
}

}  // namespace tessera::smt
