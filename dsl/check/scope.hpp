// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "dsl/ir/difference.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::check {

/// Every name is declared before its use, in a scope that encloses it, once. A rewrite that breaks this is a bug in
/// Tessera and is reported as one, naming `made_by`.
void well_formed(const ir::Procedure&, const std::string& made_by);

/// The same for what was made of a procedure that has this property and these arguments: only where they differ is
/// looked at. `declared` holds of at least what that one declares.
void well_formed(const ir::Procedure& after, const std::vector<ir::Difference>&,
                 const std::function<bool(ir::Sym)>& declared, const std::string& made_by);

}  // namespace tessera::check
