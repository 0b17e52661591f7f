#pragma once
#include <set>
#include <string>

#include "schemes/scheme.hpp"

// Which loops of a scheme become parallel: the strategies that TTile has under TVM (its report,
// "Integration and parallelization with TVM").
namespace tessera::schemes {

enum class Strategy {
  none,      ///< as the scheme says
  collapse,  ///< the largest band of loops over dimensions of the result, where they stand
  inside,    ///< the loops of the sum become the innermost first
  outside    ///< the loops of the sum become the outermost first: threads start anew in each of their iterations
};
std::string_view name(Strategy);

/// The scheme with `par` where the strategy puts it, and nowhere else; `sums` are the dimensions of the sum. The
/// largest band has the most iterations, those of the smallest part where an Lseq is its outermost loop; of equal ones
/// it is the outermost. InputError "scheme" where the scheme, or what regrouping makes of it, does not fit the extents.
Scheme in_parallel(const Scheme&, Strategy, const std::set<std::string>& sums, const Extents&, std::int64_t lanes);

}  // namespace tessera::schemes
