// SPDX-License-Identifier: Apache-2.0
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

/// A counterexample being made smaller.
class Shrinking {
 public:
  Shrinking(Model& model, std::span<const Formula> formulas, std::span<const Var> variables, const Terms& terms)
      : model_(model), formulas_(formulas), terms_(terms), variables_(variables) {
    for (Var v : variables)
      if (!terms.definition(v)) plain_.push_back(v);
  }

  /// Once over all variables, those first in the list first. Whether one became smaller.
  bool round() {
    bool changed = false;
    for (Var v : plain_) changed = reduce(v) || changed;
    return changed;
  }

 private:
  bool reduce(Var v) {
    const std::int64_t value = model_[v], sign = value < 0 ? -1 : 1;
    if (value >= -readable && value <= readable) return false;
    for (std::int64_t candidate : {std::int64_t{0}, sign, 2 * sign, 3 * sign, 4 * sign, 5 * sign, value / 2}) {
      if (magnitude(candidate) >= magnitude(value)) continue;
      if (becomes({{v, candidate}}) || shifts_another(v, candidate)) return true;
    }
    return false;
  }

  /// i = n - 1 ties two variables: then both move.
  bool shifts_another(Var v, std::int64_t candidate) {
    const std::int64_t distance = candidate - model_[v];
    for (Var w : plain_) {
      std::int64_t moved = 0;
      if (w == v || __builtin_add_overflow(model_[w], distance, &moved)) continue;
      if (magnitude(moved) < magnitude(model_[w]) && becomes({{v, candidate}, {w, moved}})) return true;
    }
    return false;
  }

  /// Whether the model with these values still makes the formulas true; if so they are kept.
  bool becomes(std::initializer_list<std::pair<Var, std::int64_t>> values) {
    Model candidate = model_;
    for (const auto& [v, value] : values) candidate[v] = value;
    try {
      derive(candidate, variables_, terms_);
    } catch (const Overflow&) { return false; }
    if (!holds(formulas_, candidate)) return false;
    model_ = std::move(candidate);
    return true;
  }

  static constexpr std::int64_t readable = 2;
  Model& model_;
  std::span<const Formula> formulas_;
  const Terms& terms_;
  std::span<const Var> variables_;
  std::vector<Var> plain_;
};

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
  constexpr int rounds = 64;  // a value halves in each
  Shrinking shrinking(model, formulas, variables, terms);
  for (int i = 0; i < rounds && shrinking.round(); ++i) continue;
}

}  // namespace tessera::smt
