// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <vector>

#include "audit/flow.hpp"

namespace tessera::audit {

/// For each instruction, whether an operand in memory may lie on the stack: registers that were computed from the stack
/// pointer count as it does. An address that was itself kept in memory is not followed.
std::vector<bool> stack_accesses(const Function&, const std::vector<Classified>&, const Flow&, const Table&);

}  // namespace tessera::audit
