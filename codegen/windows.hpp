#pragma once
#include <unordered_map>
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::codegen {

/// A part of a buffer or argument.
struct Place {
  ir::Sym base;
  std::vector<ir::WindowDim> dims;
};

/// Follows window statements back to the buffer or argument that they show, so that they cost nothing in C.
class Windows {
 public:
  explicit Windows(const ir::Procedure&);

  Place of(const ir::WindowExpr&) const;
  Place element(ir::Sym name, const std::vector<ir::Expr>& idx) const;
  /// All of a buffer, argument or window whose shape is known.
  Place whole(ir::Sym name, const std::vector<ir::Expr>& shape) const;
  /// The buffer or argument behind a name.
  ir::Sym base_of(ir::Sym name) const;

 private:
  Place resolve(Place) const;
  std::unordered_map<ir::Sym, ir::WindowExpr> views_;
};

}  // namespace tessera::codegen
