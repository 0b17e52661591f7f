#include "dsl/smt/closure.hpp"

#include <algorithm>
#include <unordered_set>

#include "dsl/smt/checked.hpp"

namespace tessera::smt {
namespace {

struct Closing {
  const Terms& terms;
  std::vector<Var> order;
  std::unordered_set<Var> seen;

  void add(const Affine& a) {
    for (const auto& term : a.terms()) add(term.first);
  }

  void add(Var v) {
    if (!seen.insert(v).second) return;
    if (const Definition* definition = terms.definition(v)) {
      add(definition->a);
      add(definition->b);
    }
    order.push_back(v);
  }

  void add(const Formula& formula) {
    add(formula.affine());
    for (const Formula& part : formula.parts()) add(part);
  }
};

std::int64_t value_of(const Definition& definition, const Model& model) {
  const std::int64_t a = definition.a.evaluate(model);
  if (definition.kind == Definition::Kind::quotient) return floor_quotient(a, definition.divisor);
  return checked_multiply(a, definition.b.evaluate(model));
}

/// Whether the model with v = value still makes the formulas true; if so it is kept.
bool improves(Model& model, Var v, std::int64_t value, std::span<const Formula> formulas,
              std::span<const Var> variables, const Terms& terms) {
  Model candidate = model;
  candidate[v] = value;
  try {
    derive(candidate, variables, terms);
  } catch (const Overflow&) { return false; }
  if (!holds(formulas, candidate)) return false;
  model = std::move(candidate);
  return true;
}

}  // namespace

std::vector<Var> closure(std::span<const Formula> formulas, const Terms& terms) {
  Closing closing{terms, {}, {}};
  for (const Formula& formula : formulas) closing.add(formula);
  return std::move(closing.order);
}

void derive(Model& model, std::span<const Var> variables, const Terms& terms) {
  for (Var v : variables) {
    if (const Definition* definition = terms.definition(v)) model[v] = value_of(*definition, model);
  }
}

bool holds(std::span<const Formula> formulas, const Model& model) {
  try {
    return std::all_of(formulas.begin(), formulas.end(), [&](const Formula& f) { return f.evaluate(model); });
  } catch (const Overflow&) { return false; }
}

void shrink(Model& model, std::span<const Formula> formulas, std::span<const Var> variables, const Terms& terms) {
  constexpr std::int64_t tries = 6, readable = 2;
  for (Var v : variables) {
    const std::int64_t value = model[v];
    if (terms.definition(v) || (value >= -readable && value <= readable)) continue;
    for (std::int64_t i = 0; i < tries && i < (value < 0 ? -(value + 1) : value); ++i) {
      if (improves(model, v, value < 0 ? -i : i, formulas, variables, terms)) break;
    }
  }
}

}  // namespace tessera::smt
