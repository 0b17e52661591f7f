// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "codegen/conformance/moves.hpp"

// Operands in registers: a variable of the vector's C type, or an array of such.
namespace tessera::conformance {

/// The tensor with the lanes of each register side by side, and a whole number of registers from one row to the next:
/// one without gaps stays so.
interp::Tensor<interp::Floats> in_registers(const interp::Tensor<interp::Floats>&, const ir::RegisterType&);

/// Statements of C: those that declare `r<i>` and fill it from `tessera_t<i>`, and those that bring it back; by
/// these instructions, or as bytes.
struct RegisterText {
  std::string before, after;
};
RegisterText register_text(const ir::Arg&, std::size_t i, const interp::Tensor<interp::Floats>&, const Move& = {});
/// The first register of the operand, as the C of an instruction names it.
std::string first_register(const ir::Arg&, std::size_t i);

}  // namespace tessera::conformance
