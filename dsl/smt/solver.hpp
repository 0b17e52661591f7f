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
  std::string name;  ///< "reorder_loops.S1"; in statistics and in the SMT-LIB export
  std::string text;  ///< the claim as a sentence
  std::vector<Formula> assumptions;
  Formula goal;
};

struct Statistics {
  std::size_t affine = 0, z3 = 0, memo = 0, disk = 0;  ///< answers by decider; unknown ones count for the last decider
  std::size_t refuted = 0, unknown = 0;
  /// Time in affine reasoning (of all queries), in Z3, and in the cache.
  double affine_seconds = 0, z3_seconds = 0, cache_seconds = 0;
};

struct Limits {
  std::chrono::milliseconds per_query{5000};  ///< of Z3; 0: Z3 and its cached answers are not used
  /// Z3's limit for one query, in its own units (rlimit): the same on every machine, unlike time. 0: no limit.
  unsigned resources = 0;
};

/// Name and version of the solver that follows affine reasoning, and version of the canonical form: answers are valid
/// for the same engine only.
std::string engine();

/// Answers queries: affine reasoning first, then Z3, which is started at the first query that needs it. One solver per
/// compilation; not thread-safe.
class Solver {
 public:
  explicit Solver(Limits limits = {});
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  Terms& terms();
  void limit(Limits);
  /// From now on looks up queries in the cache before Z3, and stores what Z3 proves or refutes.
  void use_cache(std::unique_ptr<QueryCache>);
  /// The query must have a name. Beyond the limits the answer is unknown, never an error.
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

/// The query as an SMT-LIB 2 script, whose verdict is `unsat` when the query is proved; derived variables are expanded
/// (div, mod and * of integers). Variables are named by their text and a number.
std::string to_smtlib(const Query&, const Terms&);

}  // namespace tessera::smt
