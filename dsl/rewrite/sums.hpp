// SPDX-License-Identifier: Apache-2.0
#pragma once
// Does a step change the order of a sum? Over the reals it does not matter; over floats it does, and the step is
// marked. When undecided, the answer is yes.
#include "dsl/rewrite/step_context.hpp"

namespace tessera::rewrite {

/// Both blocks may add to one element: then exchanging them changes its sum. Windows are resolved at `at`, in the
/// lowering's procedure. With a counter: it may differ between the blocks.
bool add_to_one_element(Lowering&, const ir::Procedure&, const Path& at, const ir::Block&, const ir::Block&,
                        ir::Sym counter = {});

/// Swapping the two perfectly nested loops may change the order of an element's sum. It does not where only one
/// iteration of one of the loops adds to it.
bool swap_reorders_sums(StepContext&, const Path& outer_at, const ir::For& outer, const ir::For& inner);

}  // namespace tessera::rewrite
