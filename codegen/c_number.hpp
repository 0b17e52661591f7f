// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "codegen/c_text.hpp"
#include "dsl/ir/scalar.hpp"
#include "dsl/support/source.hpp"

namespace tessera::codegen {

/// A data type that C has: R, not yet chosen, is f32.
ir::Scalar chosen(ir::Scalar);

/// An operand of that type. Refuses (precision) a fraction where the type is an integer, and what overflows the type
/// in which C computes with it.
CText number(double value, ir::Scalar type, SrcLoc);
/// Refuses (precision) a number that a place of the type cannot hold, cut to an integer if the type is one.
void check_holds(double value, ir::Scalar type, SrcLoc);

/// A value of one data type as another; nothing to do when they are the same.
CText cast(CText, ir::Scalar from, ir::Scalar to);

/// How an extern is called on operands of a type: the C function, and our definition of it unless libm has one.
struct CFunction {
  std::string name;
  std::string definition;  ///< empty for a function of libm
  bool needs_libm = false;
};
/// Refuses (precision) functions such as exp on integer types.
CFunction extern_function(const std::string& function, ir::Scalar type, SrcLoc);

}  // namespace tessera::codegen
