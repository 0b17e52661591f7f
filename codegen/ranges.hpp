// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "dsl/ir/stmt.hpp"

namespace tessera::codegen {

/// Both ends belong to it; an absent end is unbounded.
struct Interval {
  std::optional<std::int64_t> lo, hi;
};

/// What the syntax tells about the values of control expressions: sizes are positive, loops stay between their bounds,
/// asserts that compare an argument with a literal hold. Never too narrow.
class Ranges {
 public:
  explicit Ranges(const ir::Procedure&);
  Interval of(const ir::Expr&) const;
  bool is_non_negative(const ir::Expr& e) const {
    Interval i = of(e);
    return i.lo && *i.lo >= 0;
  }

 private:
  void assume(const ir::Expr&);
  std::unordered_map<ir::Sym, Interval> variables_;
};

}  // namespace tessera::codegen
