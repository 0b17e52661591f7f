// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/conv/specification.hpp"
#include "schemes/scheme.hpp"
#include "tuning/space.hpp"

namespace tessera::kernels::conv {

/// A cover of a convolution by register tiles.
struct Plan {
  schemes::Scheme scheme;
  double cycles = 0;  ///< expected by a model; with several threads, of the slowest
};

/// The tuner's candidates, in the model's order: the schemes of tuning/space.hpp that can be scheduled, with the known
/// figures of register tiles; for several threads the cheapest of them under each strategy.
std::vector<tuning::Candidate> ranked(const shapes::ConvShape&, Layout, Weights, const tuning::Machine&,
                                      const tuning::Microkernels&, const tuning::SearchLimits& = {});

/// The default without a measured scheme: the first candidate. Weights in their own layout are packed inside where
/// their rows conflict in the cache.
Plan plan(const shapes::ConvShape&, Layout, const tuning::Machine&, const tuning::Microkernels& = {},
          Weights = Weights::packed);

/// Channels k in a panel of packed weights: the width of the widest register tile, or less where tiles begin inside
/// such a panel.
std::int64_t panel(const schemes::Tiling&, std::int64_t lanes);

/// Channels of the image in a block of packed weights: those summed over all taps before the next ones; 0: all. A
/// multiple of a page of them for each tap would conflict in the caches.
std::int64_t depth(const schemes::Tiling&);

}  // namespace tessera::kernels::conv
