// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "dsl/ir/expr.hpp"

namespace tessera::ir {

/// The largest literal of index arithmetic: times a counter of 31 bits it still fits the 64 bits of C.
inline constexpr std::int64_t largest_index_literal = 2147483647;

/// How many times its variables a control expression is, at most; the literals of a product multiply, divisors divide.
double largest_multiple(const Expr&);

/// Whether a literal, a product, or what a quotient or remainder divides, is more than the limit; sums are not asked.
bool exceeds_index_limit(const Expr&);

}  // namespace tessera::ir
