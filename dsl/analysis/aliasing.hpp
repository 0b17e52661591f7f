// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "dsl/analysis/access.hpp"

namespace tessera::analysis {

/// Indices into two lists of accesses.
using Pair = std::pair<std::size_t, std::size_t>;

/// Without accesses whose effect equals that of an earlier one: unrolled code accesses each element many times.
std::vector<Access> distinct(smt::Terms&, std::span<const Access>);

/// For questions where all kinds of accesses matter to each other.
inline bool any_kinds(Access::Kind, Access::Kind) { return true; }

/// The sorted pairs (i, j) where first[i] and second[j] may access one element: same buffer, kinds that matter to each
/// other, and no dimension whose constants differ (`Z[i, 0]` and `Z[i, 1]`; `x[n + k]` and `x[n + 4 + k]` for k in
/// seq(0, 4)). Both are instances: a variable in both, other than their own loops, has one value. The time depends on
/// the number of pairs, not on the square of the number of accesses, which are thousands in unrolled code.
std::vector<Pair> may_alias(const smt::Terms&, std::span<const Access> first, std::span<const Access> second,
                            bool (*matters)(Access::Kind, Access::Kind) = order_matters);

}  // namespace tessera::analysis
