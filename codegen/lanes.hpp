// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::codegen {

/// A memory that the procedures use and whose number of lanes the machine chooses; null without one.
const ir::MemoryDecl* memory_of_lanes(const std::vector<const ir::Procedure*>&);
/// The number of lanes that the machine chooses; null without such a memory.
const ir::Lanes* lanes_of(const std::vector<const ir::Procedure*>&);

/// The C function that asks the machine for the number, and ends the program where the C was not proved for it.
std::string lanes_function(const ir::Lanes&);
std::string lanes_definition(const ir::Lanes&, const std::vector<std::int64_t>& proved);

/// The variable of a function that holds the number, under the symbol's name.
std::string lanes_variable(const ir::Lanes&);

}  // namespace tessera::codegen
