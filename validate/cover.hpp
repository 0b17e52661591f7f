// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "dsl/analysis/lowering.hpp"
#include "dsl/interp/arguments.hpp"
#include "dsl/smt/solver.hpp"
#include "validate/distinctions.hpp"
#include "validate/ranges.hpp"

namespace tessera::validate {

/// A class of values of one control argument: one value, or all from `least` on that equal `number` modulo `modulus`.
struct Class {
  std::size_t argument = 0;
  std::int64_t number = 0;
  std::int64_t modulus = 0;  ///< 0: the single value `number`
  std::int64_t least = INT64_MIN;

  bool holds(std::int64_t value) const;
};

/// Sizes to run, inside the preconditions of the procedure and the ranges, so that
///   - each control argument meets each residue of each modulus, at least as large as the modulus; each value below the
///     modulus; each edge and its neighbours; and a few small values;
///   - each pair of a residue or edge of one argument and one of another occurs;
///   - all combinations occur where there are few.
/// Residues of large moduli are only sampled. Sizes are found by trying, then by the solver: so a combination that the
/// preconditions rule out is known to be impossible. The procedure and the solver must outlive it.
class Cover {
 public:
  Cover(const ir::Procedure&, const std::vector<Distinctions>&, const Ranges&, smt::Solver&, std::uint64_t seed);

  /// Do any sizes satisfy the preconditions and the ranges? Undecided counts as yes.
  bool possible();
  /// Sizes that meet an open goal. The goal then counts as left out until `ran` is called.
  enum class Goals { single, all };
  std::optional<interp::ControlValues> next(Goals = Goals::all);
  void ran(const interp::ControlValues&);
  /// Whether the sizes satisfy the preconditions and ranges (as far as arguments decide them).
  bool allowed(const interp::ControlValues&);

  struct Count {
    std::size_t met = 0, impossible = 0, left_out = 0;
  };
  Count single() const { return count(false); }   ///< classes of one argument
  Count combined() const { return count(true); }  ///< classes of several
  /// For each argument the goals in words: "n: every residue modulo 8, 15 to 17, 1 to 8".
  std::vector<std::string> words() const;

 private:
  enum class State { open, met, impossible, left_out };
  struct Goal {
    std::vector<Class> classes;
    State state = State::open;
  };

  Count count(bool several) const;
  void choose_classes(std::size_t argument, const Distinctions&);
  void add_residues(std::size_t argument, std::int64_t modulus, std::set<std::int64_t>& values);
  void add_goals();
  void add_combinations();
  std::optional<interp::ControlValues> sizes_for(Goal&);
  std::optional<interp::ControlValues> tried(const Goal&);
  std::optional<interp::ControlValues> solved(Goal&);
  std::int64_t member(const Class&);
  smt::Formula formula(const Class&);
  bool holds(const smt::Formula&, smt::Model&);
  std::int64_t value(smt::Var, smt::Model&);
  bool decided_by_arguments(const smt::Formula&);
  bool is_argument(smt::Var);

  const ir::Procedure& proc_;
  smt::Solver& solver_;
  analysis::Lowering lower_;
  std::vector<smt::Formula> allowed_;
  std::vector<std::size_t> control_;          ///< positions of the control arguments
  std::vector<std::vector<Class>> single_;    ///< by position
  std::vector<std::vector<Class>> combined_;  ///< by position: for pairs with classes of other arguments
  std::vector<std::string> words_;
  std::vector<Goal> goals_;
  std::size_t next_ = 0;
  std::set<std::pair<std::size_t, std::int64_t>> impossible_;  ///< argument and single value
  std::mt19937_64 random_;
};

}  // namespace tessera::validate
