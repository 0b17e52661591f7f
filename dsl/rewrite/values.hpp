#pragma once
// Whether reads still find their values when a rewrite changes which accesses share a place in memory: buffers folded
// or merged into one, split by an index, or made anew in each iteration.
#include <span>

#include "dsl/analysis/coverage.hpp"
#include "dsl/rewrite/step.hpp"

namespace tessera::rewrite {

/// The accesses to some buffers during one lifetime of theirs.
class ValueFlow {
 public:
  using Access = analysis::Access;
  /// Where a write and a read are at odds: the one finds what the other left only before the rewrite, or only after.
  using AtOdds = std::function<Formula(const Access& write, const Access& read)>;

  /// Accesses of the statements in the range, which hold the whole lifetime. The lowering must outlive this.
  ValueFlow(Lowering&, const ir::Procedure&, const Range&, std::span<const ir::Sym> buffers);

  /// "Between a write and a later read that are at odds, the very element is written that is read": then the last write
  /// before each read, which decides its value, is the same with and without the rewrite. A read of an element that was
  /// never written finds something unspecified either way. The write between runs in the read's own iteration of the
  /// outermost `same_loops` loops. Sums count as both reads and writes.
  std::vector<smt::Query> kept(const AtOdds&, const std::string& text, std::size_t same_loops = 0) const;

 private:
  Formula written_between(const Access& write, const Access& read, std::size_t same_loops) const;
  Formula written_by(const Access& candidate, std::size_t same_loops, analysis::Untold, const Access& write,
                     const Access& read) const;

  smt::Terms& terms_;
  std::vector<Formula> facts_;
  std::vector<Access> writers_, readers_;  ///< a sum is both
  bool changing_control_ = false;  ///< the statements change a field that decides what they access: nothing is known
};

/// All indices but the one of dimension `except` are equal.
Formula equal_but_for(const analysis::Element&, const analysis::Element&, std::size_t except);

}  // namespace tessera::rewrite
