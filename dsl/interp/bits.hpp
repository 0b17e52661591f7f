// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "dsl/ir/scalar.hpp"

namespace tessera::interp {

/// The bits of a number of a floating-point type of at most 16 bits: sign, exponent, fraction. A NaN is the quiet one
/// with the fewest bits.
std::uint32_t bits_of(double value, ir::Scalar type);
double value_of_bits(std::uint32_t bits, ir::Scalar type);

}  // namespace tessera::interp
