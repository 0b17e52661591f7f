// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/ir/stmt.hpp"

namespace tessera::check {

/// Index arithmetic of statements fits the 64 bits of C, for all sizes, indices, strides and fields below 2^31: loop
/// counters are as large as their bounds, parameters of callees as what they are given. Extents and asserts, which may
/// multiply sizes, are not asked. Throws CheckError (code "index").
void check_index_range(const ir::Procedure&);

}  // namespace tessera::check
