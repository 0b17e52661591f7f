// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "codegen/conformance/machine.hpp"

// Operands of all digits and of the whole range of their types. On small integers, which are exact in all types, an
// instruction that clamps, flushes small numbers or computes with fewer digits does what its body says.
namespace tessera::conformance {

/// What is drawn in turn: digits around 1; numbers of like magnitude, from the smallest to the largest in several
/// steps; of any magnitude; powers of two and numbers halfway between integers; the ends of the range, and NaN.
/// Integers of the whole range, of half its digits, and small ones.
constexpr std::size_t wide_kinds = 13;

/// Other numbers for the operands: the set of this number, of the kind that is the number's turn.
/// Operands that are written have the magnitude of the others, or of products of two. Those that a body compares are
/// NaN in every other lane, at the ends of the range.
void draw_wide(const ir::Procedure&, std::size_t number, std::uint64_t seed, State&);

}  // namespace tessera::conformance
