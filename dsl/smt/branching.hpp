// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_map>

#include "dsl/smt/answer.hpp"
#include "dsl/smt/bounds.hpp"

namespace tessera::smt {

/// Decides whether formulas contradict each other: proved when no integer values satisfy all, refuted by a model that
/// does. Atoms become constraints; a disjunction is split unless the variables' bounds decide it. One object per query.
class Branching {
 public:
  /// `variables` is the closure of the formulas; the first are split first.
  Branching(std::vector<Formula> formulas, std::vector<Var> variables, const Terms&);
  Answer decide();

 private:
  using Clauses = std::vector<Formula>;

  Constraint constraint(const Affine&, bool equality) const;
  void define(int column, const Definition&);
  void assume(const Formula&, Clauses&);
  bool surely_false(const Formula&, const Box&) const;
  bool surely_true(const Formula&, const Box&) const;
  bool simplify(Box&, Clauses&);
  Status explore(Box, Clauses);
  Status split(const Box&, const Clauses&);
  Status leaf(const Box&);
  Status eliminate(const Box&);
  int narrowest_column(const Box&) const;
  Status enumerate(const Box&);
  bool contradictory(const Box&) const;
  bool accept(const std::vector<std::int64_t>& values);

  std::vector<Formula> formulas_;
  std::vector<Var> variables_;
  const Terms& terms_;
  std::unordered_map<Var, int> columns_;
  std::vector<ProductColumn> products_;
  std::vector<Constraint> constraints_;  ///< of the current branch; truncated on backtracking
  Model model_;
  int visits_ = 0, readings_ = 0;
};

}  // namespace tessera::smt
