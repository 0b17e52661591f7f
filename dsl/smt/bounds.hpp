// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "dsl/smt/constraint.hpp"
#include "dsl/support/integer_interval.hpp"

namespace tessera::smt {

/// One interval per column.
using Box = std::vector<IntegerInterval>;

/// Narrows the box by each constraint, to a fixed point or for a few rounds. False when an interval becomes empty: the
/// box has no solution.
bool narrow(Box&, std::span<const Constraint>);

/// Whether the constraint is false (true) everywhere in the box.
bool surely_false(const Constraint&, const Box&);
bool surely_true(const Constraint&, const Box&);

}  // namespace tessera::smt
