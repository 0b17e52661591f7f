// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "schemes/guard.hpp"

// Loop peeling of guarded sums.
namespace tessera::schemes {

constexpr std::int64_t default_max_unrolled = 30000;

/// The scheme with the iterations that the guard leaves terms out of in loops of their own: iterations whose results
/// have the same terms share one, and the sums in the guard stand around the rest of such a tile. Where these would be
/// many nests, iterations of a loop outside of register tiles stay together, and their tiles keep an if for their terms
/// (peeled_tile.hpp). Nothing where the scheme cannot be peeled: loops of such a sum stand outside of loops along the
/// result that are in the guard too, or register tiles unroll more than `max_unrolled` multiplications together.
std::optional<Tiling> peeled(const Tiling&, const Extents&, const std::set<std::string>& sums, const Guard&,
                             std::int64_t max_unrolled);

}  // namespace tessera::schemes
