// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>

#include "dsl/ir/expr.hpp"

namespace tessera::codegen {

/// A control expression as C outside of its procedure. Fully parenthesised; division and remainder round down, by
/// functions test_floor_div and test_floor_mod.
struct ControlText {
  std::string kind;  ///< of the program, "test" or "bench": code and option of errors
  std::function<std::string(ir::Sym)> variable;
  std::function<std::string(ir::Sym tensor, int dim)> stride;
  std::string of(const ir::Expr&) const;
  /// Those of the two functions that this C calls: compilers warn about unused ones.
  static std::string definitions_for(const std::string& code);

 private:
  std::string binary(const ir::Binary&) const;
};

}  // namespace tessera::codegen
