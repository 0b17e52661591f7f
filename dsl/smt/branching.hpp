// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_map>

#include "dsl/smt/bounds.hpp"
#include "dsl/smt/linear.hpp"

namespace tessera::smt {

/// Decides a set of formulas: atoms become constraints, disjunctions are split where their alternatives do not fall to
/// the bounds of the variables. One object per question.
class Branching {
 public:
  /// `variables` is the closure of the formulas. Those first in the list are split first.
  Branching(std::vector<Formula> formulas, std::vector<Var> variables, const Terms&);
  Verdict decide();

 private:
  using Kind = Verdict::Kind;
  using Clauses = std::vector<Formula>;

  Constraint constraint(const Affine&, bool equality) const;
  void define(int column, const Definition&);
  void assume(const Formula&, Clauses&);
  bool surely_false(const Formula&, const Box&) const;
  bool surely_true(const Formula&, const Box&) const;
  bool simplify(Box&, Clauses&);
  Kind explore(Box, Clauses);
  Kind split(const Box&, const Clauses&);
  Kind leaf(const Box&);
  Kind eliminate(const Box&);
  int narrowest_column(const Box&) const;
  Kind enumerate(const Box&);
  bool contradictory(const Box&) const;
  bool accept(const std::vector<std::int64_t>& values);

  std::vector<Formula> formulas_;
  std::vector<Var> variables_;
  const Terms& terms_;
  std::unordered_map<Var, int> columns_;
  std::vector<ProductColumn> products_;
  std::vector<Constraint> constraints_;  ///< of the branch being explored; cut back when it is left
  Model model_;
  int visits_ = 0, readings_ = 0;
};

}  // namespace tessera::smt
