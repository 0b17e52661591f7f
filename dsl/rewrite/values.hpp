// SPDX-License-Identifier: Apache-2.0
#pragma once
// Do reads still find their values when a rewrite changes which accesses share memory: buffers folded or merged, split
// by an index, or renewed in each iteration?
#include <span>

#include "dsl/analysis/aliasing.hpp"
#include "dsl/analysis/coverage.hpp"
#include "dsl/analysis/reach.hpp"
#include "dsl/rewrite/step_context.hpp"

namespace tessera::rewrite {

/// The accesses to some buffers during one lifetime.
class ValueFlow {
 public:
  using Access = analysis::Access;
  /// The condition for a write and a read to clash: the read finds the write's value only before the rewrite, or only
  /// after.
  struct Clash {
    std::function<Formula(const Access& write, const Access& read)> formula;
    /// The memory that an element shares with all elements that it may clash with: accesses with different places do
    /// not clash.
    std::function<analysis::Element(analysis::Element)> place;
  };

  /// For the accesses of the statements in the range, which must contain the whole lifetime. The lowering must outlive
  /// this.
  ValueFlow(Lowering&, const ir::Procedure&, const Range&, std::span<const ir::Sym> buffers);

  /// "Between a clashing write and a later read, the read element is written": then the last write before each read,
  /// which decides its value, is the same with and without the rewrite. A read of a never written element is
  /// unspecified either way. The write between runs in the read's iteration of the outermost `same_loops` loops. Sums
  /// count as both reads and writes.
  std::vector<smt::Query> kept(const Clash&, const std::string& text, std::size_t same_loops = 0) const;

  /// All reads that are `meant` read an element written before, in the same lifetime. A sum counts as a write: whether
  /// its old value was written is asked where that read is meant too, and the rewrite does not change it elsewhere.
  std::vector<smt::Query> written(const std::function<bool(const Access& read)>& meant, const std::string& text) const;

 private:
  using Candidates = std::vector<const Access*>;

  std::vector<analysis::Pair> within_reach(const std::vector<Access>& writes, const std::vector<Access>& reads) const;
  /// For each reader the writers of its element.
  std::vector<Candidates> candidates() const;
  Formula written_between(const Access& write, const Access& read, const Candidates&, std::size_t same_loops) const;
  Formula written_before(const Access& read, const Candidates&) const;
  /// Written by the candidate, before the read and, given a `write`, after that.
  Formula written_by(const Access& candidate, std::size_t same_loops, analysis::IterationChoice, const Access* write,
                     const Access& read) const;

  smt::Terms& terms_;
  std::vector<Formula> facts_;
  std::vector<Access> accesses_;  ///< in program order
  analysis::Reach reach_;
  std::vector<std::size_t> writers_, readers_;  ///< indices into these; a sum is in both
  bool changing_control_ = false;  ///< a field that the statements change decides their accesses: nothing is known
};

/// Drops one dimension of an element.
std::function<analysis::Element(analysis::Element)> without_dim(std::size_t dim);

/// All indices but the one of dimension `except` are equal.
Formula equal_but_for(const analysis::Element&, const analysis::Element&, std::size_t except);

}  // namespace tessera::rewrite
