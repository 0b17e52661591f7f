// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/ir/stmt.hpp"

namespace tessera::artifact {

/// "my_exp within 2 ulp", "my_rcp within relative error 2^-14", for each called instruction with an error bound, by
/// name.
std::vector<std::string> approximations(const ir::Procedure&);

}  // namespace tessera::artifact
