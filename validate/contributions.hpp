// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "dsl/smt/solver.hpp"
#include "validate/flow.hpp"

namespace tessera::validate {

/// Proves under the preconditions; throws Undecided after too many failures of the solver.
class Prover {
 public:
  Prover(smt::Solver& solver, std::vector<smt::Formula> facts) : solver_(solver), facts_(std::move(facts)) {}

  bool holds(std::vector<smt::Formula> assumptions, const smt::Formula& goal);
  bool impossible(std::vector<smt::Formula> assumptions) {
    return holds(std::move(assumptions), smt::Formula::constant(false));
  }
  /// Throws Undecided{what} where it is not proved.
  void require(bool proved, const std::string& what) const;
  smt::Terms& terms() { return solver_.terms(); }
  std::size_t proved() const { return proved_; }

 private:
  smt::Solver& solver_;
  std::vector<smt::Formula> facts_;
  std::size_t proved_ = 0, undecided_ = 0;
};

/// A procedure's additions to and writes of its arguments, as functions of its inputs: temporaries are eliminated. A
/// temporary is
///   - a copy or an operand: written by assignments; one write reaches each read, with no other between;
///   - an accumulator: in each run of the code around it, first loaded with the elements of an output (or zeroed), then
///     added to, then stored back to the same elements (or added to them). Then each addition is one to the output.
/// A contribution may be split into several, with guards; none is invented, some may be lost (the comparison notices).
/// Throws NotApplicable or Undecided.
std::vector<Store> contributions(Prover&, const Flow&);

}  // namespace tessera::validate
