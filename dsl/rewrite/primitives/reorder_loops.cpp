// SPDX-License-Identifier: Apache-2.0
// reorder_loops — swap two perfectly nested loops.
//   for i in seq(a,b): for j in seq(c,d): s   -->   for j in seq(c,d): for i in seq(a,b): s
// Args:    loops: the outer one, or both names as in "i j".
// Shape:   R1 the inner loop is the only statement of the outer.  R2 the inner bounds do not mention i.
//          R3 the inner loop is not parallel: its iterations are independent for one i, not for all.
//          R4 s writes no configuration that the bounds read.
// Safety:  S1 s(i,j) and s(i',j') do not conflict for i<i', j'<j.
// Forward: cursors to i, j and s stay valid.
// Example: swaps_independent_loops
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/sums.hpp"

namespace tessera::rewrite {
namespace {

struct ReorderLoops {
  struct Args {
    LoopPlace loops;  ///< the outer loop, or "i j"
    static constexpr auto fields() { return std::tuple{required("loops", &Args::loops)}; }
  };
  static constexpr Condition conditions[] = {{"R1", "the inner loop is the only statement of the outer loop"},
                                             {"R2", "the bounds of the inner loop do not depend on the outer one"},
                                             {"R3", "the inner loop is not parallel"},
                                             {"R4", "no bound reads a configuration field that the body writes"},
                                             {"S1", "iterations (i,j) and (i',j') with i<i', j'<j must not conflict"}};

  struct Shape {
    Path at;
    ir::For outer, inner;
  };

  static Shape shape(StepContext& step, const Args& a) {
    LoopAt at = step.loop(a.loops);
    const ir::For* inner = at.loop->body.size() == 1 ? at.loop->body[0].as<ir::For>() : nullptr;
    if (!inner) step.refuse("R1", at.path, "the outer loop holds other statements", "fission or lift them out first");
    if (ir::mentions(inner->lo, at.loop->iter) || ir::mentions(inner->hi, at.loop->iter))
      step.refuse("R2", at.path, "the bounds of " + step.shown(inner->iter) + " mention " + step.shown(at.loop->iter));
    if (inner->mode == ir::LoopMode::par)
      step.refuse("R3", at.path,
                  "the iterations of " + step.shown(inner->iter) + " need not be independent over those of " +
                      step.shown(at.loop->iter));
    const ir::Stmt& nest = *ir::stmt_at(step.ir(), at.path);
    if (changes_own_header(nest) || changes_own_header(at.loop->body[0]))
      step.refuse("R4", at.path, "the body writes configuration that decides how often it runs");
    return {at.path, *at.loop, *inner};
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    auto queries = [&step, s] { return reordering_conflicts(step, s.at, s.outer, s.inner); };
    return {{"S1", {{"", queries}}, s.at, "keep this loop order, or write to a buffer indexed by both loops"}};
  }

  static bool reassociates(StepContext& step, const Shape& s) {
    return swap_reorders_sums(step, s.at, s.outer, s.inner);
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) { swap_loops(edit, s.at); }
};

}  // namespace

Primitive reorder_loops_primitive() {
  return describe<ReorderLoops>("reorder_loops", "loops", "swap two perfectly nested loops");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc reorder_loops(const Proc& p, const LoopPlace& loops) {
  return rewrite::apply<rewrite::ReorderLoops>("reorder_loops", p, {{loops}});
}

}  // namespace tessera
