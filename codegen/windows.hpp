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
  ir::Sym window = {};                   ///< the window through which it was reached, if any
  std::vector<ir::Expr> in_window = {};  ///< its first element, relative to the window
};

/// Resolves window statements to the buffer or argument that they are part of.
class Windows {
 public:
  explicit Windows(const ir::Procedure&);

  Place of(const ir::WindowExpr&) const;
  Place element(ir::Sym name, const std::vector<ir::Expr>& idx) const;
  /// A whole buffer, argument or window of known shape.
  Place whole(ir::Sym name, const std::vector<ir::Expr>& shape) const;
  ir::Sym alias_root(ir::Sym name) const { return roots_.of(name); }
  /// An element or a window of it is used, not only a stride.
  bool is_accessed(ir::Sym name) const { return accessed_.count(name) > 0; }

 private:
  Place resolve(Place) const;
  std::unordered_map<ir::Sym, ir::WindowExpr> views_;
  ir::AliasRoots roots_;
  std::unordered_set<ir::Sym> accessed_;
};

}  // namespace tessera::codegen
