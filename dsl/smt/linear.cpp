// SPDX-License-Identifier: Apache-2.0
#include "dsl/smt/linear.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <unordered_map>

#include "dsl/smt/branching.hpp"
#include "dsl/smt/closure.hpp"

namespace tessera::smt {
namespace {

/// Rows are dense; beyond this many columns they cost more than Z3 does.
constexpr std::size_t max_variables = 160;

/// Which variables are connected by formulas and definitions.
class Connections {
 public:
  Connections(std::span<const Formula> formulas, std::span<const Var> variables, const Terms& terms)
      : parent_(variables.size()) {
    std::iota(parent_.begin(), parent_.end(), 0);
    for (Var v : variables) number_.emplace(v, static_cast<int>(number_.size()));
    for (const Formula& formula : formulas) connect(formula);
    for (Var v : variables) {
      const Definition* definition = terms.definition(v);
      if (!definition) continue;
      for (const auto& term : definition->a.terms()) join(number_.at(v), number_.at(term.first));
      for (const auto& term : definition->b.terms()) join(number_.at(v), number_.at(term.first));
    }
  }

  int group(Var v) { return root(number_.at(v)); }

 private:
  int root(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(int i, int k) { parent_[root(i)] = root(k); }

  void connect(const Formula& formula) {
    std::vector<Var> mentioned;
    formula.collect(mentioned);
    for (Var v : mentioned) join(number_.at(v), number_.at(mentioned.front()));
  }

  std::unordered_map<Var, int> number_;
  std::vector<int> parent_;
};

/// The assumptions that share variables with the denial, indirectly too, and the others.
struct Cone {
  std::vector<Formula> inside, outside;
};

Cone cone_of(const std::vector<Formula>& assumptions, const Formula& denial, const Terms& terms) {
  std::vector<Formula> all = assumptions;
  all.push_back(denial);
  Connections connections(all, closure(all, terms), terms);
  std::vector<Var> mentioned;
  denial.collect(mentioned);
  std::vector<int> groups;
  for (Var v : mentioned) groups.push_back(connections.group(v));
  std::sort(groups.begin(), groups.end());
  Cone cone{{denial}, {}};
  for (const Formula& assumption : assumptions) {
    mentioned.clear();
    assumption.collect(mentioned);
    const bool inside = std::any_of(mentioned.begin(), mentioned.end(), [&](Var v) {
      return std::binary_search(groups.begin(), groups.end(), connections.group(v));
    });
    (inside ? cone.inside : cone.outside).push_back(assumption);
  }
  return cone;
}

Answer decide_together(std::vector<Formula> formulas, const Terms& terms) {
  std::vector<Var> variables = closure(formulas, terms);
  if (variables.size() > max_variables) return {};
  return Branching(std::move(formulas), std::move(variables), terms).decide();
}

/// Splits conjunctions, so that each formula connects only its own variables.
std::vector<Formula> flattened(const std::vector<Formula>& assumptions) {
  std::vector<Formula> out;
  for (const Formula& assumption : assumptions) {
    if (assumption.kind() == Formula::Kind::all) {
      out.insert(out.end(), assumption.parts().begin(), assumption.parts().end());
    } else if (!assumption.is_true()) {
      out.push_back(assumption);
    }
  }
  return out;
}

Answer decide_in_parts(const std::vector<Formula>& assumptions, const Formula& denial, const Terms& terms) {
  Cone cone = cone_of(flattened(assumptions), denial, terms);
  Answer near = decide_together(std::move(cone.inside), terms);
  if (near.status == Status::proved || cone.outside.empty()) return near;
  // The two parts share no variable: together they are feasible when each is.
  Answer far = decide_together(std::move(cone.outside), terms);
  if (far.status == Status::proved) return far;
  if (near.status != Status::refuted || far.status != Status::refuted) return {};
  near.model.merge(far.model);
  return near;
}

}  // namespace

Answer decide(const std::vector<Formula>& assumptions, const Formula& denial, const Terms& terms) {
  try {
    return decide_in_parts(assumptions, denial, terms);
  } catch (const Overflow&) { return {}; }
}

}  // namespace tessera::smt
