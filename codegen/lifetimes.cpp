// SPDX-License-Identifier: Apache-2.0
#include "codegen/lifetimes.hpp"

#include "dsl/ir/walk.hpp"

namespace tessera::codegen {

std::map<ir::Sym, std::size_t> last_uses(const ir::Block& block, const Windows& windows) {
  std::map<ir::Sym, std::size_t> out;
  for (std::size_t i = 0; i < block.size(); ++i)
    ir::for_each_expr(ir::Block{block[i]}, [&](const ir::Expr& e) {
      const ir::Read* read = e.as<ir::Read>();
      const ir::WindowExpr* window = e.as<ir::WindowExpr>();
      if (read || window) out[windows.alias_root(read ? read->name : window->base)] = i;
    });
  return out;
}

std::int64_t taken_of_budget(const ir::Alloc& n) {
  const std::size_t rank = n.mem->register_type(n.type.scalar)->rank();
  std::int64_t out = n.mem->taken_of_budget(n.type.scalar);
  for (std::size_t d = 0; d + rank < n.type.shape.size(); ++d) out *= *ir::literal(fold_literals(n.type.shape[d]));
  return out;
}

}  // namespace tessera::codegen
