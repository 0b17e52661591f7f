// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "dsl/analysis/access.hpp"

namespace tessera::analysis {

/// A box of elements of a buffer: for each dimension a start, and the length of an interval (nothing for a point).
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

/// The chosen iteration of a loop that does not change the element.
enum class IterationChoice { first, last };
/// A candidate for the iteration of a write that writes `target`: values for its loops from number `kept` on, as
/// mixed-radix digits of the offset. The caller must check it: another iteration may write the element, or none.
Renaming writer_of(smt::Terms&, const Access& write, std::size_t kept, const Element& target,
                   IterationChoice = IterationChoice::first);

/// "Every element of the box is written by one of the accesses", as a query without quantifiers: for each element and
/// access it constructs a candidate iteration (mixed-radix digits of the offset), and asks whether it writes the
/// element. Proved means covered; not proved means nothing.
struct Coverage {
  Element element;  ///< any element of the box
  std::vector<Formula> assumptions;
  Formula goal;
};
Coverage coverage(smt::Terms&, const ElementBox&, std::span<const Access> writes);

}  // namespace tessera::analysis
