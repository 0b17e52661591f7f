// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "dsl/ir/stmt.hpp"

namespace tessera::codegen {

/// A configuration field has one place: the C struct, or the machine, which only the C of instructions accesses. Writes
/// to one are not seen in the other.
/// Refuses (config) a field that both a statement and an instruction of these procedures access: read, write, or
/// assert. Refuses such an instruction in a parallel loop, directly or in a callee.
void check_field_places(std::span<const ir::Procedure* const> emitted);

}  // namespace tessera::codegen
