// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "dsl/ir/path.hpp"

namespace tessera::analysis {

/// Possible uses of the value of a configuration field ("Config.field") at a place.
struct FieldUse {
  std::optional<ir::Stmt> reader;  ///< a statement that may read it: in an expression, a bound or a callee
  bool leaves = false;             ///< the value may survive to the end of the procedure
};

/// Uses between the gap before `gap` and the next write of the field. Assumes that all branches, further iterations of
/// the loops around the gap, and calls are possible; calls read the fields in their callees' bodies, asserts and
/// shapes.
FieldUse use_after(const ir::Procedure&, const ir::Path& gap, const std::string& field);

}  // namespace tessera::analysis
