// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/conv/plan.hpp"
#include "schemes/parallel.hpp"
#include "tuning/space.hpp"

// Convolutions on several threads: which loops are parallel, and what that takes.
namespace tessera::kernels::conv {

/// Cycles of the slowest thread, by a model: multiplications, tiles of the result that are loaded and stored, what does
/// not stay in L2, and the start of threads.
double cycles(const schemes::Tiling&, const shapes::ConvShape&, const tuning::Machine&);

/// The scheme with parallel loops as the strategy says.
schemes::Scheme in_parallel(const schemes::Scheme&, schemes::Strategy, const shapes::ConvShape&, std::int64_t lanes);

/// The same by the strategy whose slowest thread takes the least cycles on the machine's threads; `none` is one of
/// them. Another order of loops is taken where it promises more than a few percent.
Plan fastest(const schemes::Scheme&, const shapes::ConvShape&, const tuning::Machine&);

/// Candidates for one thread by each of the strategies on the machine's threads, the cheapest first. What one thread
/// is expected to take is divided as the multiplications are, and threads take time to start.
std::vector<tuning::Candidate> on_threads(const std::vector<tuning::Candidate>&, const shapes::ConvShape&,
                                          const tuning::Machine&);

}  // namespace tessera::kernels::conv
