// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>
#include <vector>

#include "dsl/analysis/access.hpp"

namespace tessera::analysis {

/// What a call of a procedure does with an argument, for all sizes that satisfy the preconditions.
/// in: it is not written. out: every element of it is written, and none is read before, so that what it held does not
/// matter. inout: it may be written, and what it held may matter: it is read, or added to, or written in part (what is
/// not written keeps its value), or it could not be told that it is not.
enum class Direction { in, out, inout };
/// "in", "out", "inout".
std::string_view name(Direction);

/// Of each argument, by position; sizes and other control arguments are in. Follows windows and calls. Decided by
/// affine reasoning alone, so that every machine answers alike; what that leaves open is inout.
std::vector<Direction> directions(const ir::Procedure&);

/// The same without a look at order and coverage: what may be written is inout.
std::vector<Direction> cautious_directions(const ir::Procedure&);

}  // namespace tessera::analysis
