// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "dsl/ir/expr.hpp"

namespace tessera::interp {

/// The values for a control expression.
class ControlScope {
 public:
  virtual ~ControlScope() = default;
  virtual std::int64_t variable(ir::Sym) const = 0;
  virtual std::int64_t stride(ir::Sym tensor, int dim) const = 0;
  /// Whether the first element's address is a multiple of so many bytes. Yes where there is no memory: it is a
  /// precondition, which whoever makes the memory fulfils.
  virtual bool is_aligned(ir::Sym, int /*bytes*/) const { return true; }
  virtual std::int64_t config(const std::string& config, const std::string& field) const = 0;
};

/// The value of a control expression; booleans are 0 and 1. Division floors. Throws InterpError on overflow and for a
/// divisor that is not positive.
std::int64_t evaluate(const ir::Expr&, const ControlScope&);

}  // namespace tessera::interp
