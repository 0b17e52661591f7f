// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "dsl/ir/difference.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::check {

/// Every name is declared once, before its use, in an enclosing scope. A rewrite that breaks this is a bug in Tessera,
/// reported with `made_by`.
void well_formed(const ir::Procedure&, const std::string& made_by);

/// The same after a change of a well-formed procedure with the same arguments: only the differences are checked.
/// `declared` has at least the old procedure's declarations.
void well_formed(const ir::Procedure& after, const std::vector<ir::Difference>&,
                 const std::function<bool(ir::Sym)>& declared, const std::string& made_by);

}  // namespace tessera::check
