// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <variant>

#include "dsl/analysis/lowering.hpp"

namespace tessera::rewrite {

/// Arguments that would make a call of a procedure out of a block. Found by matching shapes; whether the call does the
/// same is proved afterwards.
struct Candidate {
  std::vector<ir::Expr> args;
};

/// Why a block does not fit a procedure: the deepest pair of sub-terms that differ.
struct Mismatch {
  std::string wanted;  ///< text of the procedure's sub-term
  std::string found;   ///< text of the block's sub-term
  std::string why;
  std::string fits = "";  ///< what would fit, where that can be said
  SrcLoc loc = {};        ///< of the block's sub-term
};

struct Unification {
  std::vector<Candidate> candidates;  ///< best first: unit stride and whole windows before scattered ones
  Mismatch mismatch;                  ///< set when there are no candidates
};

/// How many statements of the list, from `first` on, the body of `callee` would stand for; fewer when there are no
/// more. Named windows are not counted: the body may do without those of the list, and the other way round.
int statements_wanted(const ir::Block& list, std::size_t first, const ir::Procedure& callee);

/// A quick look at the kinds of statements and operations: false only where unify finds nothing.
bool may_unify(const ir::Block& block, const ir::Procedure& callee);

/// Matches the block with the body of `callee`: loops by position, buffers by use, named windows as
/// what they show. For each tensor parameter it tries
/// the dimensions that its window may run along, innermost first, and splits an index between window offset and index
/// arguments. Deterministic: the same program gives the same candidates in the same order.
Unification unify(analysis::Lowering& lower, const ir::Block& block, const ir::Procedure& callee);

}  // namespace tessera::rewrite
