// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::codegen {

/// What the asserts of a procedure say of even and odd index expressions: `assert n % 2 == 0`, `assert n == 64`.
/// Arithmetic modulo 2: an expression is a sum of products of what is not taken apart (sizes, counters, quotients).
class Parity {
 public:
  explicit Parity(const ir::Procedure&);
  /// Proved for all arguments that meet the asserts. False also for what is not known.
  bool is_even(const ir::Expr&);

 private:
  using Product = std::set<std::size_t>;  ///< of atoms; 1 is the empty one
  using Sum = std::set<Product>;

  void learn(const ir::Expr& condition);
  Sum of(const ir::Expr&);
  Sum of_binary(const ir::Binary&, const ir::Expr& whole);
  std::size_t atom(const ir::Expr&);
  Sum reduced(Sum) const;

  std::vector<ir::Expr> atoms_;
  std::vector<std::pair<std::size_t, Sum>> known_;  ///< an atom, and the sum that it is; in the order of their use
};

}  // namespace tessera::codegen
