// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>

#include "schemes/scheme.hpp"

// Which loops of a scheme become parallel: the strategies that TTile has under TVM (its report,
// "Integration and parallelization with TVM"), and one that starts threads as rarely as the order of loops allows.
namespace tessera::schemes {

enum class Strategy {
  none,       ///< as the scheme says
  outermost,  ///< the outermost band of loops over dimensions of the result, where they stand
  collapse,   ///< the largest such band, where it stands
  inside,     ///< the loops of the sum become the innermost first
  outside     ///< the loops of the sum become the outermost first: threads start anew in each of their iterations
};
std::string_view name(Strategy);

/// Other loops come first than in the scheme.
bool reorders(Strategy);

/// The scheme with `par` where the strategy puts it, and nowhere else; `sums` are the dimensions of the sum. The
/// largest band has the most iterations, those of the smallest part where an Lseq is its outermost loop; of equal ones
/// it is the outermost. No band has one iteration alone. InputError "scheme" where the scheme, or what regrouping makes
/// of it, does not fit the extents.
Scheme in_parallel(const Scheme&, Strategy, const std::set<std::string>& sums, const Extents&, std::int64_t lanes);

}  // namespace tessera::schemes
