// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <limits>

#include "dsl/ir/difference.hpp"

namespace tessera::ir {

/// How many statements and expressions there are to read: a node that stands in several places counts in each. Counting
/// ends after `most`, with a number above it: what shares its parts may be larger than can be walked.
std::size_t size(Statements, std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace tessera::ir
