// SPDX-License-Identifier: Apache-2.0
#pragma once
// What callers of a procedure, and the C of an instruction, rely on: its arguments with their types and memories, what
// it asserts, and the fields that it leaves. Steps may change it; this is the one place that says what follows.
#include <span>

#include "dsl/ir/stmt.hpp"
#include "dsl/rewrite/primitive.hpp"

namespace tessera::rewrite {

/// What run_step asks of every step, whichever the primitive. The ids go by "step.S1".
std::span<const Condition> step_conditions();

/// Every argument of the one is an argument of the other, and nobody is asked for more: what either does for a call,
/// the other may do. Memories are no part of it: whether a call fits them is checked where it stands.
bool may_stand_for_each_other(const ir::Procedure& before, const ir::Procedure& after);

/// What the C of the instruction would not know of, in words; empty when it may stay. An instruction may come to ask
/// for more, by another assert: its C does the same.
std::string outdates_its_c(const ir::Procedure& before, const ir::Procedure& after);

}  // namespace tessera::rewrite
