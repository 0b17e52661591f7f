// SPDX-License-Identifier: Apache-2.0
// reorder_stmts — swap two neighbouring statements.
//   s; t   -->   t; s
// Each may be anything: a write, an allocation, a window, a loop, an if, a call, a write of configuration.
// Shape:   R1 the block is two statements.  R2 t does not use what s declares.
// Safety:  S1 no access of s conflicts with one of t; configuration counts, and what callees do.
// Forward: both statements and all below stay.
// Example: swaps_writes_to_two_buffers
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/sums.hpp"

namespace tessera::rewrite {
namespace {

struct ReorderStmts {
  struct Args {
    BlockPlace block;  ///< the two statements, or "s ; t"
    static constexpr auto fields() { return std::tuple{required("block", &Args::block)}; }
  };
  static constexpr Condition conditions[] = {{"R1", "the block is two neighbouring statements"},
                                             {"R2", "the second statement does not use what the first one declares"},
                                             {"S1", "no access of one statement conflicts with one of the other"}};

  struct Shape {
    Path first;
    ir::Block a, b;
  };

  static Shape shape(StepContext& step, const Args& a) {
    const Range block = step.block(a.block);
    if (block.count != 2)
      step.refuse("R1", block.first, "the block has " + std::to_string(block.count) + " statement(s)",
                  "give a pattern such as 'x = _ ; y = _', or expand(0, 1) of the first statement's cursor");
    const ir::Block both = statements(step.ir(), block);
    if (ir::Sym name = ir::bound_name(both[0]); name && !both[0].as<ir::For>() && ir::mentions(both[1], name))
      step.refuse("R2", block.first, "the second statement uses " + name.text());
    return {block.first, {both[0]}, {both[1]}};
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    auto queries = [&step, s] {
      std::vector<Formula> facts = step.facts(s.first);
      std::vector<analysis::Access> a = analysis::accesses(step.lower(), s.a);
      return analysis::no_conflict(step.terms(), a, analysis::accesses(step.lower(), s.b), facts);
    };
    return {{"S1", {{"", queries}}, s.first, "their order matters: stage one of the two in a buffer of its own"}};
  }

  static bool reassociates(StepContext& step, const Shape& s) {
    return add_to_one_element(step.lower(), step.ir(), s.first, s.a, s.b);
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) { edit.move({s.first.sibling(1), 1}, s.first); }
};

}  // namespace

Primitive reorder_stmts_primitive() {
  return describe<ReorderStmts>("reorder_stmts", "statements", "swap two neighbouring statements");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc reorder_stmts(const Proc& p, const BlockPlace& block) {
  return rewrite::apply<rewrite::ReorderStmts>("reorder_stmts", p, {{block}});
}

}  // namespace tessera
