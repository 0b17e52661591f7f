// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/alias_roots.hpp"

#include "dsl/ir/walk.hpp"

namespace tessera::ir {

AliasRoots::AliasRoots(const Procedure& proc) {
  for_each_stmt(proc.body, [&](const Stmt& s) {
    if (const auto* w = s.as<WindowStmt>()) base_.emplace(w->name, w->rhs.as<WindowExpr>()->base);
  });
}

Sym AliasRoots::of(Sym name) const {
  for (auto it = base_.find(name); it != base_.end(); it = base_.find(name)) name = it->second;
  return name;
}

}  // namespace tessera::ir
