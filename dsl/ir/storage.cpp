// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/storage.hpp"

#include "dsl/ir/walk.hpp"

namespace tessera::ir {

Sym static_buffer(const Block& block) {
  Sym found;
  for_each_stmt_and_called(block, [&](const Stmt& s) {
    if (const auto* n = s.as<Alloc>(); !found && n && n->mem->storage == Storage::static_) found = n->name;
  });
  return found;
}

}  // namespace tessera::ir
