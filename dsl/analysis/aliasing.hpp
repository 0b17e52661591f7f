// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "dsl/analysis/access.hpp"

namespace tessera::analysis {

/// Places in two lists of accesses.
using Pair = std::pair<std::size_t, std::size_t>;

/// Without those that do to elements what one before them does to the same ones: unrolled code comes back to each
/// element many times.
std::vector<Access> distinct(smt::Terms&, std::span<const Access>);

/// For questions where each kind of access matters to each other one.
inline bool any_kinds(Access::Kind, Access::Kind) { return true; }

/// The pairs (i, j), sorted, such that first[i] and second[j] may be at one element: all of one buffer, except those
/// that the constants of some dimension tell apart (`Z[i, 0]` and `Z[i, 1]`; `x[n + k]` and `x[n + 4 + k]` for k in
/// seq(0, 4)). Both are instances: a variable that stands in both, other than their own loops, has one value. Unrolled
/// code has thousands of accesses; the time is that of the pairs that are left, not of all. Pairs whose kinds do not
/// matter are left out as well.
std::vector<Pair> may_alias(const smt::Terms&, std::span<const Access> first, std::span<const Access> second,
                            bool (*matters)(Access::Kind, Access::Kind) = order_matters);

}  // namespace tessera::analysis
