// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/ir/stmt.hpp"

namespace tessera::artifact {

/// "my_exp within 2 ulp", for each instruction that the procedure calls and that is not exactly what its body says, by
/// name.
std::vector<std::string> approximations(const ir::Procedure&);

}  // namespace tessera::artifact
