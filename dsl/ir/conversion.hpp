// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string_view>

#include "dsl/ir/expr.hpp"

// Conversions are calls of functions named by a type: f32(x) is the number x as f32, i32(x) truncates, sat_i8(x) takes
// the nearest end of the range for a number out of it, wrap_i8(x) is x modulo 2^8. The argument has a type of its own:
// it is another operation than the one that the conversion is an operand of.
namespace tessera::ir {

struct Conversion {
  enum class Range {
    fits,       ///< an integer out of the type's range has no meaning
    saturates,  ///< to integers of at most 32 bits
    wraps,      ///< from integers, to integers of at most 32 bits
  } range;
  Scalar to;
};

/// The conversion of that name: "f32", "sat_i8", "wrap_ui16".
std::optional<Conversion> conversion_named(std::string_view);
/// Nothing for another expression.
std::optional<Conversion> conversion(const Expr&);

/// A variable, a field of a configuration, or a conversion: it has a type that the literals beside it take.
bool chooses_type(const Expr&);

/// The expression and the operands of the same operation: the arguments of conversions are left out.
template <class Visit> void for_each_operand(const Expr& e, Visit&& visit) {
  visit(e);
  if (conversion(e)) return;
  for_each_child(e, [&visit](const Expr& child) { for_each_operand(child, visit); });
}

}  // namespace tessera::ir
