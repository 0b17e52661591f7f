// SPDX-License-Identifier: Apache-2.0
#pragma once
// Moving an allocation out of scopes: shared by lift_alloc and autolift_alloc. `id` names the caller's condition.
#include "dsl/rewrite/buffers.hpp"

namespace tessera::rewrite {

/// The outermost scope that the allocation leaves; it moves to the gap before it. Refuses arguments, and more lifts
/// than scopes.
Path lift_target(const StepContext&, const BufferAt&, std::int64_t n_lifts, std::string_view id);
/// Requires that the extents have the same meaning just before `target`.
void require_in_scope(const StepContext&, const BufferAt&, const std::vector<ir::Expr>& extents, const Path& target,
                      std::string_view id);
/// Moves the allocation to the gap before `target`.
void move_declaration(Edit&, const Path& alloc, const Path& target);

Obligation extents_not_negative(StepContext&, const std::vector<ir::Expr>& extents, const Path& target, std::string id);
/// Iterations of parallel loops around the old place do not conflict in the lifted buffer (declared at `target` in
/// `after`).
Obligation no_sharing(StepContext&, const ir::ProcRef& after, const BufferAt&, const Path& target, std::string id);

}  // namespace tessera::rewrite
