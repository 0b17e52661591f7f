#pragma once
#include <span>

#include "dsl/analysis/access.hpp"

namespace tessera::rewrite {

/// A box of elements of a buffer: per dimension the start, and the length of an interval (nothing for a point).
struct Box {
  struct Dim {
    analysis::Affine lo;
    std::optional<analysis::Affine> length;
  };
  ir::Sym buffer;
  std::vector<Dim> dims;
};

/// The element lies in the box.
analysis::Formula inside(const analysis::Element&, const Box&);

/// "Every element of the box is written by one of the accesses", as a query without quantifiers: for each element and
/// access it names the iteration that should write it (mixed-radix digits of the offset), and asks whether that one
/// does. Proved means covered; not proved means nothing.
struct Coverage {
  std::vector<analysis::Formula> assumptions;
  analysis::Formula goal;
};
Coverage coverage(smt::Terms&, const Box&, std::span<const analysis::Access> writes);

}  // namespace tessera::rewrite
