// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "schemes/guard.hpp"

// Loop peeling of guarded sums.
namespace tessera::schemes {

constexpr std::int64_t default_max_unrolled = 30000;

/// The scheme with loops of their own for iterations whose sums lack terms by the guard: iterations whose results have
/// the same terms share one, with the guarded sums around the rest of the tile. Where that makes many nests, iterations
/// of a loop outside of register tiles stay together, and their tiles keep an if (peeled_tile.hpp). Nothing where the
/// scheme cannot be peeled: loops of such a sum stand outside of guarded loops along the result, or register tiles
/// unroll more than `max_unrolled` multiplications together.
std::optional<Tiling> peeled(const Tiling&, const Extents&, const std::set<std::string>& sums, const Guard&,
                             std::int64_t max_unrolled);

}  // namespace tessera::schemes
