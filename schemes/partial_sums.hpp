// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "schedules/vectorize.hpp"
#include "schemes/scheme.hpp"

// V over a dimension of the sum: each lane has a partial sum, and the lanes are added up in the end. For results that
// are scattered, or too few to fill a vector, from operands contiguous along the sum.
namespace tessera::schemes {

/// The loop over the summed dimension along the scheme's lanes; nothing where lanes run along the result.
std::optional<std::string> summed_in_lanes(const Tiling&, const Cursor& nest);

/// A nest whose sums have one more dimension: the lanes.
struct PartialSums {
  Proc proc;
  Cursor nest;    ///< the sums of the lanes
  Tiling tiling;  ///< of that nest
  Cursor total;   ///< the loop that adds the lanes to the result, inside the loops over the results
};

/// for i: {C = 0; for k: C += e; C = f(C)}  -->
///   for i: C = 0;  for i: for l: {S[i, l] = 0; for k: S[i, l] += e[L k + l]};  for i: {for l: C += S[i, l]; C = f(C)}
/// `dim`: k. The order of the sum changes. InputError "scheme" where the lanes do not divide the loop.
PartialSums in_lanes(const Proc&, const Cursor& nest, const Tiling&, const std::string& dim,
                     const schedules::VectorTarget&);

/// Adds up the lanes of each result, by the target's instruction if it has one, else one after the other.
Proc added_up(const Proc&, const Cursor& total, const schedules::VectorTarget&);

}  // namespace tessera::schemes
