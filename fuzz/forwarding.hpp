// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/rewrite/cursor.hpp"

namespace tessera::fuzz {

/// Paths to all statements, or to all expressions, in program order.
std::vector<ir::Path> statement_paths(const ir::Procedure&);
std::vector<ir::Path> expression_paths(const ir::Procedure&);

/// The procedure with a unique location on every statement and expression. Rewrites keep locations, so the origin of a
/// node is known without asking the step.
ir::ProcRef tagged(const ir::Procedure&);

/// Errors in the forwarding of the step that made `after` from the tagged procedure: a node may not be forwarded to one
/// of another origin, and a remaining statement of the same kind may not be called gone.
std::vector<std::string> wrong_forwards(const Version& after);

}  // namespace tessera::fuzz
