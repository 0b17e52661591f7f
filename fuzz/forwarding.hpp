// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/rewrite/cursor.hpp"

namespace tessera::fuzz {

/// Paths to all statements, or to all expressions, in program order.
std::vector<ir::Path> statement_paths(const ir::Procedure&);
std::vector<ir::Path> expression_paths(const ir::Procedure&);

/// The procedure with a location of its own on every statement and expression. Rewrites carry locations along, so that
/// what became of a node can be told without asking the step: what has its location was made from it.
ir::ProcRef tagged(const ir::Procedure&);

/// What is wrong with where the step that made `after` says that the nodes of the tagged procedure before it went:
/// nothing may lead to a node that was made from another one, and no statement that is still there, as one of the same
/// kind, may be called gone.
std::vector<std::string> wrong_forwards(const Version& after);

}  // namespace tessera::fuzz
