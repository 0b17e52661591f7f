// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "tuning/problem.hpp"

namespace tessera::tuning {

/// The arrays that `Pack` may copy: those that are given, and do not lie as tiles read them.
using Packable = std::vector<std::string>;

/// Schemes with the loops of this one that differ from it in one choice about its data: results prefetched or not, the
/// operand of the vectors prefetched at another distance or a block ahead, an array packed at another place or not at
/// all.
std::vector<schemes::Scheme> variants(const schemes::Scheme&, const Problem&, const Packable&);

/// Schemes with the loops of this one whose data comes as in the other, as far as these loops can: with its packing
/// there is one for each place that it may have.
std::vector<schemes::Scheme> as_in(const schemes::Scheme& other, const schemes::Scheme&, const Problem&,
                                   const Packable&);

/// Of schemes, the fastest first, the next `count` with loops that none before them has, with their data as in the
/// first.
std::vector<schemes::Scheme> followers(const std::vector<schemes::Scheme>& fastest_first, std::size_t count,
                                       const Problem&, const Packable&);

/// Where packing an array may pay: after a loop that chooses what is read of it, with a loop inside that reads it once
/// more. With the scheme itself, which packs nothing, first.
std::vector<schemes::Scheme> packed(const schemes::Scheme&, const Problem&, const std::string& array);

/// Of these the first that packs what some of the lanes need, which is then side by side: what all of them need is as
/// far apart as before. Nothing where there is none.
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

/// The loops of a scheme, without what it says of how data comes.
schemes::Scheme loops_of(schemes::Scheme);

}  // namespace tessera::tuning
