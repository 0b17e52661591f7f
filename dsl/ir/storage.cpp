#include "dsl/ir/storage.hpp"

#include "dsl/ir/walk.hpp"

namespace tessera::ir {

Sym static_buffer(const Block& block) {
  Sym found;
  for_each_stmt(block, [&](const Stmt& s) {
    if (found) return;
    if (const auto* n = s.as<Alloc>(); n && n->mem->storage == Storage::static_) found = n->name;
    if (const auto* n = s.as<Call>()) found = static_buffer(n->callee->body);
  });
  return found;
}

}  // namespace tessera::ir
