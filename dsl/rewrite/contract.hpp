// SPDX-License-Identifier: Apache-2.0
#pragma once
// The contract of a procedure for its callers, and of an instruction for its C: arguments with types and memories,
// asserts, and fields left changed. Steps may change it; this is the one place for the consequences.
#include <span>

#include "dsl/ir/stmt.hpp"
#include "dsl/rewrite/primitive.hpp"

namespace tessera::rewrite {

/// The conditions of every step, whatever the primitive. Their ids are "step.S1" and so on.
std::span<const Condition> step_conditions();
const Condition& condition_of_every_step(std::string_view id);

/// Both have the same arguments and asserts: calls may exchange them. Memories do not count: they are checked at each
/// call.
bool may_stand_for_each_other(const ir::Procedure& before, const ir::Procedure& after);

/// The change of contract that the instruction's C does not implement, in words; empty when the C stays valid. One more
/// assert is allowed.
std::string outdates_its_c(const ir::Procedure& before, const ir::Procedure& after);

}  // namespace tessera::rewrite
