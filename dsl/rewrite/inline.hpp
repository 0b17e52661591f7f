// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::rewrite {

/// The body of the callee with the arguments in place of the parameters and fresh binders: what the call does.
/// Accesses through window arguments become accesses of what the window shows.
ir::Block inlined(const ir::Call&);

/// The block without its named windows: accesses through them become accesses of what they show.
ir::Block without_windows(const ir::Block&);

/// An argument (as text) that reads a configuration field which the callee writes: the call takes its value from
/// before, the body in its place would not.
std::optional<std::string> changed_argument(const ir::Call&);

// A window of `base` as seen there: where its elements, its own windows and its dimensions are.
std::vector<ir::Expr> in_base(const ir::WindowExpr&, const std::vector<ir::Expr>& idx);
std::vector<ir::WindowDim> in_base(const ir::WindowExpr&, const std::vector<ir::WindowDim>&);
int dim_in_base(const ir::WindowExpr&, int dim);

/// The block calls a procedure of the name, directly or through others.
bool calls(const ir::Block&, const std::string& name);

}  // namespace tessera::rewrite
