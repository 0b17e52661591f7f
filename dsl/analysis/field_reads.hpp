// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "dsl/ir/path.hpp"

namespace tessera::analysis {

/// What may come of the value that a configuration field ("Config.field") has at a place.
struct FieldUse {
  std::optional<ir::Stmt> reader;  ///< a statement that may read it: in an expression, a bound or, as a call, anywhere
  bool leaves = false;             ///< it may be there when the procedure ends
};

/// What may happen after the gap before `gap`, until the field is written again. All ways through branches, further
/// iterations of the loops around the gap, and calls are taken for possible; calls read what their callees' bodies,
/// asserts and shapes read.
FieldUse use_after(const ir::Procedure&, const ir::Path& gap, const std::string& field);

}  // namespace tessera::analysis
