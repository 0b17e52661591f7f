#pragma once
#include <set>
#include <string>

#include "dsl/ir/stmt.hpp"

namespace tessera::check {

/// Runs both procedures in the interpreter over the 61-bit prime field, on random data and small sizes that satisfy the
/// preconditions, and compares every output. Throws CheckError (code "sampling") where they differ. Returns what was
/// done in words; sizes whose run would take too long are left out and said to be. The configuration fields in `modulo`
/// may end with any value. No proof: the obligations are that.
std::string sample(const ir::Procedure& before, const ir::Procedure& after, const std::set<std::string>& modulo = {});

}  // namespace tessera::check
