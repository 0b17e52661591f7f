// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "schedules/vectorize.hpp"

// The innermost loops of register tiles that are computed by dot products: around each term of a sum there is a loop
// over the numbers that one instruction multiplies.
namespace tessera::schemes {

/// What stands inside of the loops that a scheme names: the statement, or the loop around it that an instruction
/// computes.
Cursor term_of(const Cursor& statement, const schedules::VectorTarget&);

/// Of a partial vector, a dot product computes the other lanes too: weights and sums have room for them.
Proc in_whole_dot_products(const Proc&, const Cursor& lanes, const schedules::VectorTarget&);

/// for l: for e: copy[l, e] = …  -->  for le: copy[le / n, le % n] = …, with n numbers in a register. `copies` is the
/// loop over the lanes, and then the only one.
Proc operand_in_registers(Proc, const Cursor& copy, const Cursor& copies, const schedules::VectorTarget&);
/// This loop by loads.
Proc load_operand(Proc, const Cursor& copies, const schedules::VectorTarget&);

/// for l: for e: C[l] += …  -->  dot products.
Proc sums_by_dot_products(Proc, const Cursor& lanes, const schedules::VectorTarget&);

}  // namespace tessera::schemes
