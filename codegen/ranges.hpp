// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_map>

#include "dsl/ir/stmt.hpp"
#include "dsl/support/integer_interval.hpp"

namespace tessera::codegen {

/// Ranges of control expressions from the syntax alone: sizes are positive, loops stay between their bounds, asserts
/// that compare an argument with a literal hold. Never too narrow.
class Ranges {
 public:
  explicit Ranges(const ir::Procedure&);
  IntegerInterval of(const ir::Expr&) const;
  bool is_non_negative(const ir::Expr& e) const {
    const IntegerInterval i = of(e);
    return i.has_lo() && i.lo >= 0;
  }

 private:
  void assume(const ir::Expr&);
  std::unordered_map<ir::Sym, IntegerInterval> variables_;
};

}  // namespace tessera::codegen
