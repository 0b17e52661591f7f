// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "dsl/analysis/access.hpp"

namespace tessera::analysis {

/// A box of elements of a buffer: per dimension the start, and the length of an interval (nothing for a point).
struct ElementBox {
  struct Dim {
    Affine lo;
    std::optional<Affine> length;
  };
  ir::Sym buffer;
  std::vector<Dim> dims;
};

/// The element lies in the box.
Formula inside(const Element&, const ElementBox&);

/// Which iteration of a loop is meant when the element does not tell.
enum class IterationChoice { first, last };
/// The iteration of a write that should write `target`, where one does: values for its loops from number `kept` on, as
/// mixed-radix digits of the offset. To be checked: another iteration may do it, or none.
Renaming writer_of(smt::Terms&, const Access& write, std::size_t kept, const Element& target,
                   IterationChoice = IterationChoice::first);

/// "Every element of the box is written by one of the accesses", as a query without quantifiers: for each element and
/// access it names the iteration that should write it (mixed-radix digits of the offset), and asks whether that one
/// does. Proved means covered; not proved means nothing.
struct Coverage {
  Element element;  ///< any of the box
  std::vector<Formula> assumptions;
  Formula goal;
};
Coverage coverage(smt::Terms&, const ElementBox&, std::span<const Access> writes);

}  // namespace tessera::analysis
