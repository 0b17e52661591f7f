// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::ir {

/// Parameters (by position) that the procedure or what it calls may write.
std::vector<bool> written_parameters(const Procedure&);

}  // namespace tessera::ir
