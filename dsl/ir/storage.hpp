// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/ir/stmt.hpp"

namespace tessera::ir {

/// A static buffer of the block or of a called procedure; none without one. All threads share it, so parallel
/// iterations would race.
Sym static_buffer(const Block&);

}  // namespace tessera::ir
