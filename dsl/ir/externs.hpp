// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/ir/expr.hpp"

namespace tessera::ir {

enum class ExternOperands {
  numbers,              ///< of any one type
  floats,               ///< of a floating-point type
  integer_and_literal,  ///< the second is a literal from 0 to the number of bits less one, or a mask of that many bits
};

/// A named pure function of data.
struct Extern {
  std::string_view name;
  std::size_t arity;
  ExternOperands operands;
};

std::span<const Extern> externs();
/// Null for another name.
const Extern* extern_named(std::string_view);
std::vector<std::string> extern_names();
/// Of functions and conversions.
std::vector<std::string> callable_names();
/// What is wrong with the operands, which are of that type; empty for none.
std::string wrong_operands(const Extern&, const std::vector<Expr>& operands, Scalar type);

}  // namespace tessera::ir
