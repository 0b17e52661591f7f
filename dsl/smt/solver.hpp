// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "dsl/smt/answer.hpp"
#include "dsl/smt/query_cache.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::smt {

/// One question: do the assumptions imply the goal, for all integer values of the variables?
struct Query {
  std::string name;  ///< "reorder_loops.S1"; stands in statistics and in the SMT-LIB export
  std::string text;  ///< the sentence that it decides
  std::vector<Formula> assumptions;
  Formula goal;
};

struct Statistics {
  std::size_t affine = 0, z3 = 0, memo = 0, disk = 0;  ///< answers by decider; unknown ones count for who gave up
  std::size_t refuted = 0, unknown = 0;
  /// Time in affine reasoning (for all questions), in Z3, and in the cache.
  double affine_seconds = 0, z3_seconds = 0, cache_seconds = 0;
};

struct Limits {
  std::chrono::milliseconds per_query{5000};  ///< of Z3; 0: it is never asked, nor are its earlier answers
  /// Of Z3 for one query, in its own units (rlimit): the same on every machine, unlike time. 0: no such limit.
  unsigned resources = 0;
};

/// What answers the questions that affine reasoning leaves, with its version and that of the form in which questions
/// are kept: an answer is good for the same engine only.
std::string engine();

/// Answers queries: affine reasoning first, Z3 for what is left. Z3 is started at the first query that needs it.
/// One solver per compilation; not for use from two threads at once.
class Solver {
 public:
  explicit Solver(Limits limits = {});
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  Terms& terms();
  void limit(Limits);
  /// From now on looks there before it asks Z3, and stores there what Z3 proves or refutes.
  void use_cache(std::unique_ptr<QueryCache>);
  /// The query has a name. A question beyond the limits is unknown, never an error.
  Answer prove(const Query&);
  const Statistics& statistics() const;
  /// Called after each answer, for traces and exports.
  void on_answer(std::function<void(const Query&, const Answer&)>);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The plain unknowns of a refuted query with their values, in order of first use.
Counterexample counterexample(const Query&, const Model&, const Terms&);

/// The query as an SMT-LIB 2 script whose expected verdict is `unsat` when it is proved; derived variables are spelled
/// out (div, mod and * of the standard's integers). Variables are named by their text and a number.
std::string to_smtlib(const Query&, const Terms&);

}  // namespace tessera::smt
