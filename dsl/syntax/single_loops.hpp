// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/ir/stmt.hpp"

namespace tessera::syntax {

/// The block with each loop of exactly one iteration, seq(3, 4), as its statements with the counter's value in it: the
/// same program. Bounds that are no literals stay.
ir::Block without_single_loops(const ir::Block&);

}  // namespace tessera::syntax
