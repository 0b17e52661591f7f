// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::ir {

/// For each parameter: may the procedure or a callee write it?
std::vector<bool> written_parameters(const Procedure&);

}  // namespace tessera::ir
