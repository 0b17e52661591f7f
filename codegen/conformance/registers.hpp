// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "codegen/conformance/moves.hpp"

// Operands in registers: a variable of the vector's C type, or an array of such.
namespace tessera::conformance {

/// The tensor with the lanes of each register side by side, and a whole number of registers from one row to the next:
/// one without gaps stays so.
interp::Tensor<interp::Floats> in_registers(const interp::Tensor<interp::Floats>&, const ir::RegisterType&);

/// What the i-th operand is called in C, if it is a variable there: "r2".
std::string register_variable(std::size_t i);

/// Statements of C: those that declare the operand, where it is a variable, and fill it from `tessera_t<i>`, and those
/// that bring it back; by these instructions, or as bytes. It is called `name`: a variable, or the number of a
/// register.
struct RegisterText {
  std::string before, after;
};
RegisterText register_text(const ir::Arg&, std::size_t i, const std::string& name,
                           const interp::Tensor<interp::Floats>&, const Move& = {});
/// The first register of the operand, as the C of an instruction names it.
std::string first_register(const ir::Arg&, const std::string& name);

}  // namespace tessera::conformance
