// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

#include "codegen/conformance/machine.hpp"

// Instructions by which the check moves data into registers and out of them, where a memory names them.
namespace tessera::conformance {

/// Of one kind of register; nothing: as bytes.
struct Move {
  ir::ProcRef fill, read;
};
/// By the memory's name and the element type.
using Moves = std::map<std::pair<std::string, ir::Scalar>, Move>;

/// Of all memories that the instructions use. Throws InputError (code "memory"), at its place in the memory, for a name
/// that is none of the instructions, and for one that is no plain copy of one register from memory, or to it.
Moves moves_among(const std::vector<ir::ProcRef>& instructions);

/// Its instructions; empty ones where the memory names none.
Move move_of(const ir::Arg&, const Moves&);

/// Calls of them: one register, and the place of its first number, both expressions of C.
std::string fill_call(const Move&, const std::string& one_register, const std::string& numbers);
std::string read_call(const Move&, const std::string& one_register, const std::string& numbers);

}  // namespace tessera::conformance
