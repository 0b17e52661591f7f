// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "dsl/ir/scalar.hpp"

// C for the types that C lacks. bf16 and the 8-bit formats are integers that hold the bits; functions convert them to
// f32 and back. f16 is tessera_f16, which a compiler without _Float16 can move, but not compute with.
namespace tessera::codegen {

/// A static inline function of C, which needs string.h and stdint.h. Its name begins with the prefix.
struct StorageFunction {
  std::string name, definition;
};
/// From the bits to a float. For types for storage only.
StorageFunction load_function(ir::Scalar, const std::string& prefix = "tessera");
/// From a float to the bits: rounded to nearest, ties to even. A number out of range becomes an infinity, or a NaN of
/// f8e4m3, which has no infinity (OCP 8-bit Floating Point Specification 1.0, section 5.2: without saturation).
StorageFunction store_function(ir::Scalar, const std::string& prefix = "tessera");

/// The definition of tessera_f16, between guards.
std::string f16_definition();
/// Ends the compilation where f16 cannot be computed with.
std::string f16_arithmetic_check();
/// Whether the C text uses tessera_f16.
bool mentions_f16(const std::string& c);

}  // namespace tessera::codegen
