// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "dsl/ir/stmt.hpp"

namespace tessera::codegen {

/// A configuration field has one place: the struct that C reads and writes, or the machine, which only the C of
/// instructions touches. What is written to the one is not seen in the other.
/// Refuses (config) a field that a statement and an instruction, anywhere in these procedures, both touch: read or
/// write it, or, as the instruction, assert something of it. Refuses such an instruction in a parallel loop, directly
/// or in what is called there.
void check_field_places(std::span<const ir::Procedure* const> emitted);

}  // namespace tessera::codegen
