// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <span>

#include "dsl/analysis/access.hpp"

namespace tessera::analysis {

/// One sufficient condition: all its queries must be proved. They are formed on the first attempt.
struct ProofStrategy {
  std::string name;
  std::function<std::vector<smt::Query>()> queries;
};

/// A safety condition of a step: it holds when one of the strategies proves it. The first is the general one, which
/// refusals report; the others cover programs where it is needlessly strict.
struct Obligation {
  std::string id;  ///< "S1"
  std::vector<ProofStrategy> strategies;
  ir::Path place;  ///< the place of a refusal
  std::string hint;
  bool replays = true;  ///< a counterexample assigns the program's arguments, so it can be run
};

/// A query that fails, for a strategy that does not apply: the reason needs no solver.
std::vector<smt::Query> does_not_apply(std::string why);

/// An obligation with one query.
Obligation obligation(std::string id, ir::Path place, std::vector<Formula> assumptions, Formula goal, std::string text);

/// No instance of an access in `first` conflicts with one in `second`; both are already instances with their own
/// counters. One query for each pair whose order matters, unless its constants differ.
std::vector<smt::Query> no_conflict(smt::Terms&, std::span<const Access> first, std::span<const Access> second,
                                    const std::vector<Formula>& assumptions);

/// Splitting `for k: pre; post` into two loops over k.
/// The general strategy: post(k) and pre(k') do not conflict for k < k'.
/// Copy-in: pre does not depend on k and only copies elements dst := src, and after post they are equal again (post
/// leaves them, or ends by copying them back); so every later run of pre changes nothing.
/// Repeat: pre does not depend on k and is idempotent, and post does not touch what pre reads and writes.
/// Copy-out: post does not depend on k, and no pre touches what it writes; so only the last run of post counts.
/// Recompute: what post(k) reads and pre(k') writes again, pre(k) has written, with the same value (see recompute.hpp).
/// Constant: as the general strategy; but writes may conflict in buffers where all writes have the same literal.
Obligation fission_is_safe(Lowering&, const ir::Procedure&, const ir::Path& loop, int split, std::string id);

/// Running the block twice equals running it once: it reads nothing that it writes and reduces nothing.
std::vector<smt::Query> idempotent(Lowering&, const ir::Block&, const std::vector<Formula>& assumptions);

}  // namespace tessera::analysis
