// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/conv/plan.hpp"
#include "schemes/parallel.hpp"
#include "tuning/space.hpp"

// Convolutions on several threads: the choice of parallel loops, and their cost.
namespace tessera::kernels::conv {

/// Cycles of the slowest thread, by a model: multiplications, loads and stores of result tiles, data beyond L2, and the
/// start of threads.
double cycles(const schemes::Tiling&, const shapes::ConvShape&, const tuning::Machine&);

/// The scheme with parallel loops as the strategy says.
schemes::Scheme in_parallel(const schemes::Scheme&, schemes::Strategy, const shapes::ConvShape&, std::int64_t lanes);

/// The same by the strategy with the fewest cycles of the slowest thread on the machine's threads; `none` is one of
/// them. Another order of loops must promise more than a few percent.
Plan fastest(const schemes::Scheme&, const shapes::ConvShape&, const tuning::Machine&);

/// Candidates for one thread under each strategy on the machine's threads, cheapest first. The cycles of one thread are
/// divided in proportion to the multiplications, and starting threads takes time.
std::vector<tuning::Candidate> on_threads(const std::vector<tuning::Candidate>&, const shapes::ConvShape&,
                                          const tuning::Machine&);

}  // namespace tessera::kernels::conv
