// SPDX-License-Identifier: Apache-2.0
#pragma once
// Does a step change the order in which terms are added to an element? Over the reals it does not matter; over floats
// it does, and the step is marked. Where it cannot be told, the answer is that it does.
#include "dsl/rewrite/step_context.hpp"

namespace tessera::rewrite {

/// Both blocks add to one element, perhaps: then running the one before the other changes its sum. `at`, of the same
/// procedure as the lowering, is where their windows are known. With a counter: it may have another value in the
/// second.
bool add_to_one_element(Lowering&, const ir::Procedure&, const Path& at, const ir::Block&, const ir::Block&,
                        ir::Sym counter = {});

/// With the two perfectly nested loops swapped, an element gets its terms in another order, perhaps. It does not where
/// only one iteration of one of the loops adds to it.
bool swap_reorders_sums(StepContext&, const Path& outer_at, const ir::For& outer, const ir::For& inner);

}  // namespace tessera::rewrite
