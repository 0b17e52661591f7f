// SPDX-License-Identifier: Apache-2.0
// Of a machine whose length is one segment, `for s in seq(0, VL / 4)` runs once. Schedules simplify such a loop away in
// the program; where an instruction's body kept it, no statements would match the instruction.
#include "dsl/syntax/single_loops.hpp"

#include "dsl/ir/walk.hpp"

namespace tessera::syntax {

ir::Block without_single_loops(const ir::Block& block) {
  return ir::map_stmts(block, [](const ir::Stmt& s) -> ir::Block {
    const auto* loop = s.as<ir::For>();
    const std::int64_t *lo = loop ? ir::literal(loop->lo) : nullptr, *hi = loop ? ir::literal(loop->hi) : nullptr;
    if (!lo || !hi || *hi - *lo != 1) return {s};
    const ir::Block once = ir::substitute(loop->body, {{loop->iter, ir::int_lit(*lo)}});
    // With the counter's value, the bounds of an inner loop may be literals too: seq(s, s + 1).
    return without_single_loops(ir::map_exprs(once, [](const ir::Expr& e) { return ir::fold_literals(e); }));
  });
}

}  // namespace tessera::syntax
