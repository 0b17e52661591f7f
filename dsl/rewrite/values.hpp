// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether reads still find their values when a rewrite changes which accesses share a place in memory: buffers folded
// or merged into one, split by an index, or made anew in each iteration.
#include <span>

#include "dsl/analysis/aliasing.hpp"
#include "dsl/analysis/coverage.hpp"
#include "dsl/analysis/reach.hpp"
#include "dsl/rewrite/step_context.hpp"

namespace tessera::rewrite {

/// The accesses to some buffers during one lifetime of theirs.
class ValueFlow {
 public:
  using Access = analysis::Access;
  /// Where a write and a read are at odds: the one finds what the other left only before the rewrite, or only after.
  struct AtOdds {
    std::function<Formula(const Access& write, const Access& read)> formula;
    /// The place in memory that an element shares with those that it may be at odds with: accesses are not at odds
    /// where their places differ.
    std::function<analysis::Element(analysis::Element)> place;
  };

  /// Accesses of the statements in the range, which hold the whole lifetime. The lowering must outlive this.
  ValueFlow(Lowering&, const ir::Procedure&, const Range&, std::span<const ir::Sym> buffers);

  /// "Between a write and a later read that are at odds, the very element is written that is read": then the last write
  /// before each read, which decides its value, is the same with and without the rewrite. A read of an element that was
  /// never written finds something unspecified either way. The write between runs in the read's own iteration of the
  /// outermost `same_loops` loops. Sums count as both reads and writes.
  std::vector<smt::Query> kept(const AtOdds&, const std::string& text, std::size_t same_loops = 0) const;

  /// What the reads read that are `meant` was written before, in the same lifetime. A sum counts as a write: that what
  /// it adds to was written is asked where it is meant too, and elsewhere is not changed by the rewrite.
  std::vector<smt::Query> written(const std::function<bool(const Access& read)>& meant, const std::string& text) const;

 private:
  using Candidates = std::vector<const Access*>;

  std::vector<analysis::Pair> within_reach(const std::vector<Access>& writes, const std::vector<Access>& reads) const;
  /// For each reader the writers of the element that it reads.
  std::vector<Candidates> candidates() const;
  Formula written_between(const Access& write, const Access& read, const Candidates&, std::size_t same_loops) const;
  Formula written_before(const Access& read, const Candidates&) const;
  /// By the candidate, before the read and, where there is a `write`, after that.
  Formula written_by(const Access& candidate, std::size_t same_loops, analysis::IterationChoice, const Access* write,
                     const Access& read) const;

  smt::Terms& terms_;
  std::vector<Formula> facts_;
  std::vector<Access> accesses_;  ///< in program order
  analysis::Reach reach_;
  std::vector<std::size_t> writers_, readers_;  ///< which of them: a sum is both
  bool changing_control_ = false;  ///< the statements change a field that decides what they access: nothing is known
};

/// The place of an element when the dimension does not count.
std::function<analysis::Element(analysis::Element)> without_dim(std::size_t dim);

/// All indices but the one of dimension `except` are equal.
Formula equal_but_for(const analysis::Element&, const analysis::Element&, std::size_t except);

}  // namespace tessera::rewrite
