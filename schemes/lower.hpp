// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "schedules/vectorize.hpp"
#include "schemes/scheme.hpp"

namespace tessera::schemes {

/// The loops of a perfect nest from this one inwards with their literal extents; without the one that the target's dot
/// product computes. SchedulingError "scheme" for other bounds.
Extents extents_of(const Cursor& nest, const schedules::VectorTarget&);

/// The element type of the nest's result.
ir::Scalar type_of(const Proc&, const Place& nest);

/// Schedules the nest by the scheme, step by step: loops in its order, one nest for each part of an Lseq, register
/// tiles unrolled. The tile of the result stays in registers around the innermost loops of the sum. The nest holds one
/// sum, which adds a product to `O[i, j]`, a dimension for each index and V's last; literal bounds from 0. Lanes along
/// a dimension of the sum have partial sums, which are added up in the end (partial_sums.hpp). Statements on the same
/// place may stand before and after the loops of the sum: they work on the sum's register tile where the scheme makes a
/// single one of everything inside the sum's loops, else on blocks as large as the sum's. `ahead`: prefetch distance of
/// vectors that serve several sums, in iterations of the loop around a tile; 0: none. InputError "scheme" where the
/// scheme does not fit; SchedulingError for a missing instruction, or a step that is not right for this nest.
Proc lower(const Proc&, const Place& nest, const Scheme&, const schedules::VectorTarget&, std::int64_t ahead = 0);

/// A further operation in each iteration of a scheme's loop, on statements that stood in front of the nest: a step that
/// runs when the loop is made and its inner loops are not.
struct Stage {
  const Tiling* at = nullptr;
  std::function<Proc(const Proc&, const Cursor& loop)> made = {};
};

/// The same for a fitted scheme: `tiling` is the nest's.
Proc lower(const Proc&, const Place& nest, const Tiling& tiling, const schedules::VectorTarget&, std::int64_t ahead,
           const Stage& = {});

}  // namespace tessera::schemes
