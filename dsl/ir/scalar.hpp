// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string_view>

namespace tessera::ir {

/// The scalar types. Control types (size … stride) are for indices and bounds, data types for the elements of buffers.
/// The two never mix: no index depends on data, no data on an index.
enum class Scalar {
#define TESSERA_DATA(name, c_type, bytes, is_float, suffix, computed) name,
#include "dsl/ir/scalars.def"
#undef TESSERA_DATA
  size,   ///< at least 1
  index,  ///< any integer, from loops and arithmetic
  int_,   ///< a literal or an integer argument
  bool_,
  stride,
};

std::string_view name(Scalar);
bool is_data(Scalar);
/// An operand of index arithmetic: size, index, int or stride.
bool is_integer_control(Scalar);
bool is_float(Scalar);     ///< data types only; R counts, false for control
bool is_unsigned(Scalar);  ///< data types only: integers without a sign
/// For data types: both floating point, or both integers. Between the kinds an assignment converts, and `/` means
/// another operation.
bool same_kind(Scalar, Scalar);
std::string_view c_type(Scalar);  ///< data types only: of a variable
/// In C a byte of a tensor holds two elements, the one of even number in its lower half: i4 and ui4.
bool is_packed(Scalar);
/// What the C of a tensor points to: elements, or bytes of packed ones.
std::string_view element_c_type(Scalar);
std::string_view literal_suffix(Scalar);
int byte_size(Scalar);  ///< data types only: of a variable; two packed elements of a tensor share one
int bit_size(Scalar);   ///< data types only: binary digits of a number, its sign included
/// The type in which operands of this data type are computed: integers of less than 32 bits become int as in C, types
/// for storage only f32.
Scalar computed_as(Scalar);
/// A floating-point type without arithmetic of its own: bf16 and the 8-bit formats.
bool is_storage_only(Scalar);
std::optional<Scalar> scalar_named(std::string_view);

}  // namespace tessera::ir
