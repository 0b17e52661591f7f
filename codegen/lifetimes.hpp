// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>

#include "codegen/windows.hpp"

// How long register buffers are alive: from the allocation to the last statement of their block that uses them.
namespace tessera::codegen {

/// The last statement of the block that uses each buffer.
std::map<ir::Sym, std::size_t> last_uses(const ir::Block&, const Windows&);

/// How many registers of its budget a buffer takes. Its extents must be literals, as check_memories demands.
std::int64_t taken_of_budget(const ir::Alloc&);

}  // namespace tessera::codegen
