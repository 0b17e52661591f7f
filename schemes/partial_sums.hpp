// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "schedules/vectorize.hpp"
#include "schemes/scheme.hpp"

// V over a dimension of the sum: each lane adds up terms of its own, and the lanes are added up in the end. For results
// that lie apart, or are too few to fill a vector, from operands that lie side by side along the sum.
namespace tessera::schemes {

/// The loop over a dimension of the sum that the scheme has lanes along; nothing where they lie along the result.
std::optional<std::string> summed_in_lanes(const Tiling&, const Cursor& nest);

/// A nest as any other, whose sums have a dimension more: that of the lanes.
struct PartialSums {
  Proc proc;
  Cursor nest;    ///< the sums of the lanes
  Tiling tiling;  ///< of that nest
  Cursor total;   ///< the loop over the lanes that adds them to the result, around it the loops over the results
};

/// for i: {C = 0; for k: C += e; C = f(C)}  -->
///   for i: C = 0;  for i: for l: {S[i, l] = 0; for k: S[i, l] += e[L k + l]};  for i: {for l: C += S[i, l]; C = f(C)}
/// `dim`: k. The order of the sum changes. InputError "scheme" where the lanes do not divide the loop.
PartialSums in_lanes(const Proc&, const Cursor& nest, const Tiling&, const std::string& dim,
                     const schedules::VectorTarget&);

/// The lanes of each result added up by the target's instruction for that, or one after the other where it has none.
Proc added_up(const Proc&, const Cursor& total, const schedules::VectorTarget&);

}  // namespace tessera::schemes
