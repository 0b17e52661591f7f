// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "schedules/vectorize.hpp"
#include "schemes/nest.hpp"
#include "schemes/scheme.hpp"

// Steps on the statements before and after a sum: its initial values, and the operations on its result.
namespace tessera::schemes {

bool is_along(const std::string& dim, const std::vector<Cursor>& loops);
/// The loop of the nest over this dimension. SchedulingError "scheme" without one.
Cursor loop_along(const Proc&, const std::string& dim, const Cursor& nest);
/// Moves the loop inwards through its nest.
Proc innermost(Proc, const Cursor& loop);

/// for i: {before; sum; after}  -->  for i: before; for i: sum; for i: after, through `loops` loops.
Proc sum_apart(Proc, const Cursor& sum, std::size_t loops);

/// Statements separated from their sum, in `loops` loops: in vectors along V's dimension, the rest as written.
Proc in_vectors(Proc, const Cursor& statement, std::size_t loops, const Tiling& lanes, const schedules::VectorTarget&);

/// The values of a tile before its sum, or after it. Initial values fill whole vectors, even if some lanes are unused.
enum class TileValues { initial, summed };
/// The nest before a sum or after it, on the same register tile: unrolled and in vectors.
Proc tile_in_vectors(Proc, const Cursor& nest, const Tiling& lanes, TileValues, const schedules::VectorTarget&);

}  // namespace tessera::schemes
