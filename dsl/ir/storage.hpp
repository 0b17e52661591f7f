// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/ir/stmt.hpp"

namespace tessera::ir {

/// A static buffer of the block or of a procedure that it calls; none if there is none. There is one of it for all
/// threads, so iterations that run at once would share it.
Sym static_buffer(const Block&);

}  // namespace tessera::ir
