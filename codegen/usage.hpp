// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::codegen {

/// Registers of which an instruction of the procedure may write some lanes and leave the others: C reads those, so the
/// variable must have a value from the start.
std::set<ir::Sym> partly_written(const ir::Procedure&);

/// Configs that the C of the procedure and of its callees touches, in order of first use. What an instruction does to a
/// config is the machine's business.
std::vector<ir::ConfigRef> used_configs(const ir::Procedure&);

/// Refuses (config) a window or extent that reads a config which the procedure also writes, and a loop whose end reads
/// one that its body writes: the value would move.
void check_configs(const ir::Procedure&);

/// The identifiers in a C text.
std::set<std::string> identifiers(const std::string& text);

}  // namespace tessera::codegen
