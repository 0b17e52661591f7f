// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <variant>

#include "dsl/analysis/lowering.hpp"

namespace tessera::rewrite {

/// Arguments for a call that could replace a block. Found by structural matching; equivalence is proved afterwards.
struct Candidate {
  std::vector<ir::Expr> args;
};

/// The reason that a block does not match a procedure: the deepest pair of sub-terms that differ.
struct Mismatch {
  std::string wanted;  ///< text of the procedure's sub-term
  std::string found;   ///< text of the block's sub-term
  std::string why;
  std::string fits = "";  ///< a matching term, if one is known
  SrcLoc loc = {};        ///< of the block's sub-term
};

struct Unification {
  std::vector<Candidate> candidates;  ///< best first: unit stride and whole windows before scattered ones
  Mismatch mismatch;                  ///< set when there are no candidates
};

/// The number of statements of the list, from `first` on, that the body of `callee` would replace; fewer at the end of
/// the list. Named windows are not counted: either side may lack them.
int statements_wanted(const ir::Block& list, std::size_t first, const ir::Procedure& callee);

/// A quick comparison of the kinds of statements and operations: false only where unify finds nothing.
bool may_unify(const ir::Block& block, const ir::Procedure& callee);

/// Matches the block with the body of `callee`: loops by position, buffers by use, named windows resolved. For each
/// tensor parameter it tries the dimensions that its window may run along, innermost first, and splits an index between
/// window offset and index arguments. Deterministic: the same program gives the same candidates in the same order.
Unification unify(analysis::Lowering& lower, const ir::Block& block, const ir::Procedure& callee);

}  // namespace tessera::rewrite
