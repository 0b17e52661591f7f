// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/ir/stmt.hpp"

namespace tessera::check {

/// Index arithmetic of statements fits the 64 bits of C, for all sizes, indices, strides and fields below 2^31: loop
/// counters are as large as their bounds, parameters of callees as their arguments. Extents and asserts, which may
/// multiply sizes, are not checked. Throws CheckError (code "index").
void check_index_range(const ir::Procedure&);

}  // namespace tessera::check
