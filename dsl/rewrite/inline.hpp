// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::rewrite {

/// The body of the callee with arguments for parameters and fresh binders: the effect of the call. Accesses through
/// window arguments become accesses of the windows' buffers.
ir::Block inlined(const ir::Call&);

/// The block without named windows: accesses through them become accesses of their buffers.
ir::Block without_windows(const ir::Block&);

/// The text of an argument that reads a configuration field which the callee writes: the call reads it before, the
/// inlined body would not.
std::optional<std::string> changed_argument(const ir::Call&);

// Conversions from a window of `base` to `base`: of elements, of windows and of dimensions.
std::vector<ir::Expr> in_base(const ir::WindowExpr&, const std::vector<ir::Expr>& idx);
std::vector<ir::WindowDim> in_base(const ir::WindowExpr&, const std::vector<ir::WindowDim>&);
int dim_in_base(const ir::WindowExpr&, int dim);

/// Whether the block calls a procedure of this name, directly or not.
bool calls(const ir::Block&, const std::string& name);

}  // namespace tessera::rewrite
