// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::codegen {

/// Registers that an instruction of the procedure may write in part: C reads the other lanes, so the variable must be
/// initialized.
std::set<ir::Sym> partly_written(const ir::Procedure&);

/// Configs in the C of the procedure and of its callees, in order of first use. Instructions' configs belong to the
/// machine.
std::vector<ir::ConfigRef> used_configs(const ir::Procedure&);

/// Refuses (config) a window or extent that reads a config which the procedure also writes, and a loop whose end reads
/// one that its body writes: C evaluates them at other times.
void check_configs(const ir::Procedure&);

/// The identifiers in a C text.
std::set<std::string> identifiers(const std::string& text);

}  // namespace tessera::codegen
