// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>

#include "schemes/microkernel.hpp"

namespace tessera::schemes {

/// A nest whose sum has no guard any more: nests one after the other instead, each with loops that hold nothing but
/// each other.
struct Unguarded {
  Proc proc;
  std::vector<std::vector<Made>> nests;
};

/// For loops with a guarded sum inside, those of the sums that the guard is on outside of the others (peeling.hpp): these are cut where the results that have their terms change, and loops along the result to those.
/// Nothing is left of terms that no result has. Where loops around leave open which terms there are, an if in those of
/// the sums, which then stand outermost, asks. `sums`: names of the loops, these and others around them, that the
/// result does not depend on.
Unguarded unguarded(const Proc&, const std::vector<Made>& loops, const std::set<std::string>& sums);

}  // namespace tessera::schemes
