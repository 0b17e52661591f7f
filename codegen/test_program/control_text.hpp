// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>

#include "dsl/ir/expr.hpp"

namespace tessera::codegen {

/// A control expression as C that is evaluated anywhere, not in the procedure that it stands in. Everything in
/// parentheses; division and remainder round down, by functions test_floor_div and test_floor_mod.
struct ControlText {
  std::string kind;  ///< of the program, "test" or "bench": code and option of errors
  std::function<std::string(ir::Sym)> variable;
  std::function<std::string(ir::Sym tensor, int dim)> stride;
  std::string of(const ir::Expr&) const;
  /// Of those two, what this C calls: compilers warn about functions that are not used.
  static std::string definitions_for(const std::string& code);

 private:
  std::string binary(const ir::Binary&) const;
};

}  // namespace tessera::codegen
