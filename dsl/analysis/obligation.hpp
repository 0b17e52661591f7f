// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <span>

#include "dsl/analysis/access.hpp"

namespace tessera::analysis {

/// One sufficient reason: all its queries must be proved. They are formed only when it is tried.
struct ProofStrategy {
  std::string name;
  std::function<std::vector<smt::Query>()> queries;
};

/// A safety condition of a step: it holds when one of the strategies proves it. The first is the general one, and the
/// one that a refusal reports; the others are for programs where it is needlessly strict.
struct Obligation {
  std::string id;  ///< "S1"
  std::vector<ProofStrategy> strategies;
  ir::Path place;  ///< what the refusal points at
  std::string hint;
  bool replays = true;  ///< what refutes it are arguments of the program, which can be run on them
};

/// A query that fails: a strategy does not apply, for a reason that needs no solver.
std::vector<smt::Query> does_not_apply(std::string why);

/// A condition that is the goal itself.
Obligation obligation(std::string id, ir::Path place, std::vector<Formula> assumptions, Formula goal, std::string text);

/// No instance of an access in `first` conflicts with one in `second`, where both are already instances with
/// counters of their own. One query for each pair whose order matters, where constants alone do not tell them apart.
std::vector<smt::Query> no_conflict(smt::Terms&, std::span<const Access> first, std::span<const Access> second,
                                    const std::vector<Formula>& assumptions);

/// Splitting `for k: pre; post` into two loops over k.
/// The general strategy: post(k) and pre(k') do not conflict for k < k'.
/// Copy-in: pre does not depend on k and only copies elements dst := src, and after post they are equal again
/// (post leaves them, or ends by copying them back); so every later run of pre changes nothing.
/// Repeat: pre does not depend on k and is idempotent, and post leaves alone what pre reads and writes.
/// Copy-out: post does not depend on k, and no pre touches what it writes; so only the last run of post counts.
/// Recompute: what post(k) reads and pre(k') writes again, pre(k) has written, with the same value (see recompute.hpp).
/// Constant: as the general strategy, where all that writes to a buffer writes the same literal, and writes may meet.
Obligation fission_is_safe(Lowering&, const ir::Procedure&, const ir::Path& loop, int split, std::string id);

/// Running the block twice is running it once: it reads nothing that it writes and reduces nothing.
std::vector<smt::Query> idempotent(Lowering&, const ir::Block&, const std::vector<Formula>& assumptions);

}  // namespace tessera::analysis
