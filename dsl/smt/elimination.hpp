// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <span>

#include "dsl/smt/bounds.hpp"

namespace tessera::smt {

/// Decides whether affine constraints have no integer solution, and reads a solution back where no contradiction was
/// found. Equalities are solved exactly over the integers, by substitution and, where no coefficient is 1, by changes
/// of variable that shrink the coefficients as in Euclid's algorithm (the idea of Pugh's Omega test, CACM 1992, section
/// 2); inequalities by Fourier–Motzkin elimination, with every row divided by the gcd of its coefficients and its
/// constant rounded down. May throw Overflow.
class Elimination {
 public:
  /// Not an answer to a query: an open system may have a model or none.
  enum class Outcome {
    infeasible,  ///< no integer solution
    open,        ///< no contradiction found; may or may not have a solution
    exhausted,   ///< too many rows
  };

  explicit Elimination(const Box&);
  void require(const Constraint&);
  Outcome run();

  using Values = std::vector<std::int64_t>;
  /// After `open`: offers candidate solutions, small values first, until one is accepted or `budget` assignments were
  /// tried. Values of product columns may be wrong.
  bool read_back(const std::function<bool(const Values&)>& accept, int budget);

 private:
  /// Coefficients by column, then the constant.
  using Row = std::vector<std::int64_t>;
  struct Inequality {
    Row row;
    std::uint64_t hash;  ///< of the coefficients; equal for a row and its negative
  };
  /// One transformation of the system, to extend a solution of the reduced system to the original.
  struct Step {
    enum class Kind { substitution, change, projection } kind;
    int column;
    std::vector<Row> rows;  ///< substitution: the equality; change: the multiples; projection: the bounds of the column
  };
  class Reading;

  std::int64_t constant(const Row& row) const { return row[columns_]; }
  void add_equality(Row);
  void add_inequality(Row);
  bool implied_by_box(const Row&) const;
  bool merge_with_known(Row&, std::uint64_t hash);
  void meet_opposite(Inequality& known, const Row&);
  void solve(Row equality);
  void substitute(int column, const Row& equality);
  void change_variable(int column, Row equality);
  void renew(const std::function<void(Row&)>& rewrite);
  int cheapest_column() const;
  void project(int column);

  int columns_;
  Box box_;
  std::vector<Row> equalities_;
  std::vector<Inequality> inequalities_;
  std::vector<Step> steps_;
  bool contradiction_ = false;
};

}  // namespace tessera::smt
