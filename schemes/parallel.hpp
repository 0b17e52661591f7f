// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>

#include "schemes/scheme.hpp"

// The choice of parallel loops for a scheme: TTile's strategies under TVM (its report, "Integration and parallelization
// with TVM"), and one that starts threads as rarely as the order of loops allows.
namespace tessera::schemes {

enum class Strategy {
  none,       ///< as the scheme says
  outermost,  ///< the outermost band of loops over dimensions of the result, in place
  collapse,   ///< the largest such band, in place
  inside,     ///< the loops of the sum become the innermost first
  outside     ///< the loops of the sum become the outermost first: threads start anew in each of their iterations
};
std::string_view name(Strategy);

/// Whether it changes the order of loops.
bool reorders(Strategy);

/// The scheme with the strategy's `par`, and no other; `sums` are the dimensions of the sum. The largest band has the
/// most iterations (of the smallest part, if an Lseq is its outermost loop); of equal ones it is the outermost. No band
/// has a single iteration. InputError "scheme" where the scheme, regrouped or not, does not fit the extents.
Scheme in_parallel(const Scheme&, Strategy, const std::set<std::string>& sums, const Extents&, std::int64_t lanes);

}  // namespace tessera::schemes
