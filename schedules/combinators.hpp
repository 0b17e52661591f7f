// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <initializer_list>
#include <optional>

#include "dsl/rewrite/proc.hpp"

// Ways to make one scheduling operation out of others. An operation is any function from a procedure to a procedure
// that throws SchedulingError when it does not apply; procedures are values, so a refused operation leaves nothing
// after.
namespace tessera::schedules {

using Operation = std::function<Proc(const Proc&)>;

/// One after the other; the first that is refused refuses the whole.
Operation seq(std::initializer_list<Operation> steps);

/// The result, or nothing when the operation is refused. What could not be decided is not swallowed: that is thrown.
std::optional<Proc> try_do(const Proc&, const Operation&);
/// The result, or the procedure as it was.
Proc attempt(const Proc&, const Operation&);
/// The first operation that is not refused; all refused: the last refusal is thrown.
Proc first_of(const Proc&, std::initializer_list<Operation> choices);

/// Again and again until it is refused. An operation that is still accepted after `limit` times does not make progress:
/// SchedulingError "repeat" says so and shows the first lines of the program.
Proc repeat(const Proc&, const Operation&, int limit = 1000);

/// Does `then` where `when` holds, else nothing.
Operation predicate(std::function<bool(const Proc&)> when, Operation then);

/// The operation at each cursor of the list, carried forward from one to the next; those that are gone by then are
/// passed over.
Proc for_each(Proc, const std::vector<Cursor>&, const std::function<Proc(const Proc&, const Cursor&)>&);

}  // namespace tessera::schedules
