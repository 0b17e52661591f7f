// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <limits>

#include "dsl/ir/difference.hpp"

namespace tessera::ir {

/// The number of statements and expressions; a shared node counts at each place. Counting stops above `most`: with
/// shared parts it could take exponential time.
std::size_t size(Statements, std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace tessera::ir
