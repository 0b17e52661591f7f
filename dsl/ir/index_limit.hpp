// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "dsl/ir/expr.hpp"

namespace tessera::ir {

/// The largest literal of index arithmetic: its product with a 31-bit counter fits 64 bits.
inline constexpr std::int64_t largest_index_literal = 2147483647;

/// An upper bound of the factor between a control expression and its variables: literals of a product multiply,
/// divisors divide.
double largest_multiple(const Expr&);

/// Whether a literal, a product or a dividend exceeds the limit; sums are not checked.
bool exceeds_index_limit(const Expr&);

}  // namespace tessera::ir
