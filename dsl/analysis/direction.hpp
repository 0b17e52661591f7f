// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>
#include <vector>

#include "dsl/analysis/access.hpp"

namespace tessera::analysis {

/// How a call of a procedure uses an argument, for all sizes that satisfy the preconditions. in: it is not written.
/// out: every element is written before any is read, so its old contents do not matter. inout: otherwise, and where the
/// analysis cannot tell; unwritten elements keep their value.
enum class Direction { in, out, inout };
/// "in", "out", "inout".
std::string_view name(Direction);

/// For each argument, by position; sizes and other control arguments are in. Follows windows and calls. Uses affine
/// reasoning only, so that every machine gives the same answer; undecided arguments are inout.
std::vector<Direction> directions(const ir::Procedure&);

/// The same without order and coverage: an argument that may be written is inout.
std::vector<Direction> cautious_directions(const ir::Procedure&);

}  // namespace tessera::analysis
