#pragma once
#include <string>

#include "dsl/ir/stmt.hpp"

namespace tessera::check {

/// Every name is declared before its use, in a scope that encloses it, once. A rewrite that breaks this is a bug in
/// Tessera and is reported as one, naming `made_by`.
void well_formed(const ir::Procedure&, const std::string& made_by);

}  // namespace tessera::check
