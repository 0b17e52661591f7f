// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <initializer_list>
#include <optional>

#include "dsl/rewrite/proc.hpp"

// Combinators of scheduling operations. An operation is any function from a procedure to a procedure that throws
// SchedulingError when it does not apply; procedures are values, so a refused operation has no effect.
namespace tessera::schedules {

using Operation = std::function<Proc(const Proc&)>;

/// One after the other; the first that is refused refuses the whole.
Operation seq(std::initializer_list<Operation> steps);

/// The result, or nothing when the operation is refused. Undecided operations throw.
std::optional<Proc> try_do(const Proc&, const Operation&);
/// The result, or the unchanged procedure.
Proc attempt(const Proc&, const Operation&);
/// The first operation that is not refused; if all are, throws the last refusal.
Proc first_of(const Proc&, std::initializer_list<Operation> choices);

/// Repeats it until it is refused. One that is still accepted after `limit` times makes no progress: SchedulingError
/// "repeat", with the first lines of the program.
Proc repeat(const Proc&, const Operation&, int limit = 1000);

/// Does `then` where `when` holds, else nothing.
Operation predicate(std::function<bool(const Proc&)> when, Operation then);

/// Applies the operation at each cursor of the list, forwarded after each; cursors that are gone are skipped.
Proc for_each(Proc, const std::vector<Cursor>&, const std::function<Proc(const Proc&, const Cursor&)>&);

}  // namespace tessera::schedules
