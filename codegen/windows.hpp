// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "dsl/ir/stmt.hpp"

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
  /// The buffer or argument after a name.
  ir::Sym base_of(ir::Sym name) const;
  /// An element or a part of the name is used, and not only a stride.
  bool is_accessed(ir::Sym name) const { return accessed_.count(name) > 0; }

 private:
  Place resolve(Place) const;
  std::unordered_map<ir::Sym, ir::WindowExpr> views_;
  std::unordered_set<ir::Sym> accessed_;
};

}  // namespace tessera::codegen
