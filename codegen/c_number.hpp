// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "codegen/c_text.hpp"
#include "dsl/ir/conversion.hpp"
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

/// `(type)value`.
CText cast(ir::Scalar type, const CText&);

/// The call of an extern on operands of a type: the C function, and our definition of it unless libm has one.
struct CFunction {
  std::string name;
  std::string definition;  ///< empty for a function of libm
  bool needs_libm = false;
};
/// Refuses (precision) functions such as exp on integer types.
CFunction extern_function(const std::string& function, ir::Scalar type, SrcLoc);
/// A conversion that saturates or wraps, from the type that its operand is computed as.
CFunction range_function(const ir::Conversion&, ir::Scalar from);

}  // namespace tessera::codegen
