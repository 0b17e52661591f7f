// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "codegen/c_text.hpp"
#include "dsl/ir/scalar.hpp"
#include "dsl/support/source.hpp"

namespace tessera::codegen {

/// The C type of a data type: R, not yet chosen, is f32.
ir::Scalar chosen(ir::Scalar);

/// An operand of that type. Refuses (precision) a fraction of an integer type, and overflow of the type that C computes
/// in.
CText number(double value, ir::Scalar type, SrcLoc);
/// Refuses (precision) a number out of the type's range, truncated for an integer type.
void check_holds(double value, ir::Scalar type, SrcLoc);

/// Converts a value between data types; nothing to do between equal ones.
CText cast(CText, ir::Scalar from, ir::Scalar to);

/// The call of an extern on operands of a type: the C function, and our definition of it unless libm has one.
struct CFunction {
  std::string name;
  std::string definition;  ///< empty for a function of libm
  bool needs_libm = false;
};
/// Refuses (precision) functions such as exp on integer types.
CFunction extern_function(const std::string& function, ir::Scalar type, SrcLoc);

}  // namespace tessera::codegen
