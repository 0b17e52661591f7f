// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "dsl/smt/constraint.hpp"
#include "dsl/support/integer_interval.hpp"

namespace tessera::smt {

/// What is known of each column on its own.
using Box = std::vector<IntegerInterval>;

/// Narrows the box by each constraint until nothing changes or a few rounds are over.
/// False when a column has no value left: the constraints hold nowhere in the box.
bool narrow(Box&, std::span<const Constraint>);

/// Whether the constraint holds nowhere, or everywhere in the box.
bool surely_false(const Constraint&, const Box&);
bool surely_true(const Constraint&, const Box&);

}  // namespace tessera::smt
