// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "tuning/problem.hpp"

namespace tessera::tuning {

/// The arrays that `Pack` may copy: inputs in another order than tiles read them.
using Packable = std::vector<std::string>;

/// Schemes with the loops of this one that differ in one choice about its data: results prefetched or not, the operand
/// of the vectors prefetched at another distance or a block ahead, an array packed at another place or not at all.
std::vector<schemes::Scheme> variants(const schemes::Scheme&, const Problem&, const Packable&);

/// Schemes with the loops of this one and the other's choices about data, as far as these loops allow; for a packing
/// one scheme for each possible place.
std::vector<schemes::Scheme> as_in(const schemes::Scheme& other, const schemes::Scheme&, const Problem&,
                                   const Packable&);

/// From schemes sorted by time, the next `count` with loops not seen before, with the first one's choices about data.
std::vector<schemes::Scheme> followers(const std::vector<schemes::Scheme>& fastest_first, std::size_t count,
                                       const Problem&, const Packable&);

/// Schemes with an array packed at a useful place: inside a loop that selects a part of it, around a loop that reads
/// this part again. The scheme itself, which packs nothing, is first.
std::vector<schemes::Scheme> packed(const schemes::Scheme&, const Problem&, const std::string& array);

/// The first of these that packs the data of some lanes, which become contiguous: packing the data of all lanes would
/// keep its distances. Nothing without one.
std::optional<schemes::Scheme> packed_in_panels(const schemes::Scheme&, const Problem&, const std::string& array);

/// The rows of `Prefetch(A, rows)`, if the scheme has it.
std::optional<std::int64_t> prefetch_distance(const schemes::Scheme&, const std::string& array);

/// With `Prefetch(A, rows)`, where several rows of a tile use each vector of the operand and the scheme has no prefetch
/// distance for it yet.
schemes::Scheme with_prefetch_distance(const schemes::Scheme&, const Problem&, const std::string& array,
                                       std::int64_t rows);

/// `Prefetch(O)`
schemes::Specifier prefetch_of_results(const Problem&);
/// `Prefetch(A, next)`
schemes::Specifier prefetch_of_next(const std::string& array);

/// The loops of a scheme, without packing and prefetches.
schemes::Scheme loops_of(schemes::Scheme);

}  // namespace tessera::tuning
