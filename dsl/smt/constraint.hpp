// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

namespace tessera::smt {

/// constant + sum of coefficient·column, at least zero or equal to zero. Columns number the variables of one question.
struct Constraint {
  struct Term {
    int column;
    std::int64_t coefficient;
  };
  std::vector<Term> terms;
  std::int64_t constant = 0;
  bool equality = false;
};

/// column = left·right: the only fact about a product that is not affine.
struct ProductColumn {
  int column, left, right;
};

}  // namespace tessera::smt
