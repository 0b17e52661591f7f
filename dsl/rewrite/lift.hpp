// SPDX-License-Identifier: Apache-2.0
#pragma once
// Moving an allocation out of scopes: what lift_alloc and autolift_alloc share. `id` names the caller's condition.
#include "dsl/rewrite/buffers.hpp"

namespace tessera::rewrite {

/// The scope out of which the allocation is lifted last; it goes to the gap before it. Refuses arguments, and more
/// lifts than there are scopes.
Path lift_target(const StepContext&, const BufferAt&, std::int64_t n_lifts, std::string_view id);
/// The extents mean the same just before `target`.
void require_in_scope(const StepContext&, const BufferAt&, const std::vector<ir::Expr>& extents, const Path& target,
                      std::string_view id);
/// The allocation goes to the gap before `target`.
void move_declaration(Edit&, const Path& alloc, const Path& target);

Obligation extents_not_negative(StepContext&, const std::vector<ir::Expr>& extents, const Path& target, std::string id);
/// The lifted buffer (declared at `target` in `after`) is not a meeting place of iterations of parallel loops that it
/// was inside of.
Obligation no_sharing(StepContext&, const ir::ProcRef& after, const BufferAt&, const Path& target, std::string id);

}  // namespace tessera::rewrite
