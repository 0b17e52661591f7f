// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "schedules/vectorize.hpp"
#include "schemes/scheme.hpp"

namespace tessera::schemes {

/// The loops of a perfect nest from this one inwards with their literal extents. SchedulingError "scheme" where one has
/// no such bounds.
Extents extents_of(const Cursor& nest);

/// The element type of what the nest adds to.
ir::Scalar type_of(const Proc&, const Place& nest);

/// Gives the nest the form that the scheme says, step by step: loops in its order, one nest for each part of an Lseq,
/// register tiles unrolled. Around the innermost loops that only add to it the tile of the result stays in
/// registers. The nest holds one sum, which adds a product to `O[i, j]`, a dimension for each index and V's last;
/// literal bounds from 0. Lanes along a dimension of the sum have partial sums, which are added up in the end
/// (partial_sums.hpp). Statements on the same place may stand before and after the loops of the sum: where the
/// scheme makes one register tile of all that is inside the sum's loops they work on it there, else on blocks as large
/// as the sum's. `ahead`: so many iterations of the loop around a tile before they are needed, vectors that serve
/// several sums are asked for; 0: not at all. InputError "scheme" where the scheme does not fit; SchedulingError where
/// an instruction is missing, or a step is not right for this nest.
Proc lower(const Proc&, const Place& nest, const Scheme&, const schedules::VectorTarget&, std::int64_t ahead = 0);

/// What else a loop of the scheme does in each iteration, on what stood in front of the nest before: a step of its own,
/// when the loop is made and nothing inside is.
struct Stage {
  const Tiling* at = nullptr;
  std::function<Proc(const Proc&, const Cursor& loop)> made = {};
};

/// The same for a scheme that fits: `tiling` is that of the nest.
Proc lower(const Proc&, const Place& nest, const Tiling& tiling, const schedules::VectorTarget&, std::int64_t ahead,
           const Stage& = {});

}  // namespace tessera::schemes
