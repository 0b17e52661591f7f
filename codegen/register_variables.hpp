// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "dsl/ir/stmt.hpp"

// Buffers in a memory with `variables`: each register is a variable of C.
namespace tessera::codegen {

/// The number of a register in a buffer: an index for each dimension around it.
using RegisterNumber = std::vector<std::int64_t>;

/// All of a buffer, in order. None where an extent is no literal, which check_memories refuses.
std::vector<RegisterNumber> register_numbers(const ir::Alloc&);

/// "x_1_2" for buffer x; x itself where that is one register.
std::string register_variable(const std::string& buffer, const RegisterNumber&);

/// The names of all its variables, when it is called so: none for an array.
std::vector<std::string> register_variables(const std::string& buffer, const ir::Alloc&);

}  // namespace tessera::codegen
