// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/conv/specification.hpp"
#include "schemes/scheme.hpp"
#include "tuning/space.hpp"

namespace tessera::kernels::conv {

/// How a convolution is covered by register tiles.
struct Plan {
  schemes::Scheme scheme;
  double cycles = 0;  ///< that it takes, by a model; of several threads the slowest
};

/// What a tuner looks at, what a model expects to be the fastest first: the schemes of tuning/space.hpp that are
/// scheduled, with the figures of register tiles that are known; for several threads the cheapest of them by each
/// strategy.
std::vector<tuning::Candidate> ranked(const shapes::ConvShape&, Layout, Weights, const tuning::Machine&,
                                      const tuning::Microkernels&, const tuning::SearchLimits& = {});

/// What is used where no scheme was measured: the first of these. Weights that lie as they are given are packed inside
/// where their rows displace each other.
Plan plan(const shapes::ConvShape&, Layout, const tuning::Machine&, const tuning::Microkernels& = {},
          Weights = Weights::packed);

/// For how many channels k packed weights lie together: for those of the widest register tile, or fewer where tiles
/// begin within such a panel.
std::int64_t panel(const schemes::Tiling&, std::int64_t lanes);

/// How many channels of the image packed weights have together: those that the taps of the kernel are added up for
/// before the next ones; 0: all. A multiple of a page of them for each tap would be in the same sets of the caches.
std::int64_t depth(const schemes::Tiling&);

}  // namespace tessera::kernels::conv
