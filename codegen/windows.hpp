// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "dsl/ir/alias_roots.hpp"

namespace tessera::codegen {

/// A part of a buffer or argument.
struct Place {
  ir::Sym base;
  std::vector<ir::WindowDim> dims;
  ir::Sym window = {};                   ///< the name by which it was found, if that is one of a window
  std::vector<ir::Expr> in_window = {};  ///< its first element, counted from the window's
};

/// Follows window statements back to the buffer or argument that they show.
class Windows {
 public:
  explicit Windows(const ir::Procedure&);

  Place of(const ir::WindowExpr&) const;
  Place element(ir::Sym name, const std::vector<ir::Expr>& idx) const;
  /// All of a buffer, argument or window whose shape is known.
  Place whole(ir::Sym name, const std::vector<ir::Expr>& shape) const;
  ir::Sym alias_root(ir::Sym name) const { return roots_.of(name); }
  /// An element or a part of the name is used, and not only a stride.
  bool is_accessed(ir::Sym name) const { return accessed_.count(name) > 0; }

 private:
  Place resolve(Place) const;
  std::unordered_map<ir::Sym, ir::WindowExpr> views_;
  ir::AliasRoots roots_;
  std::unordered_set<ir::Sym> accessed_;
};

}  // namespace tessera::codegen
