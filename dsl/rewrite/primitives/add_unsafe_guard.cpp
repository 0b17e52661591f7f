// SPDX-License-Identifier: Apache-2.0
// add_unsafe_guard — run a block only where a condition holds, on the word of the schedule.
//   s   -->   if c: s
// Unsafe: that c holds wherever s must run is assumed. The trace and the header of the C say so, and name c.
// Shape:   R1 c is a condition over control variables that are in scope before the block.
//          R2 nothing that the block allocates is used after it.
// Forward: the block's statements go with it into the if.
// Example: around_a_loop
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct AddUnsafeGuard {
  struct Args {
    BlockPlace block;
    Text condition;
    static constexpr auto fields() {
      return std::tuple{required("block", &Args::block), required("condition", &Args::condition)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the condition is one over control variables in scope before the block"},
      {"R2", "nothing that the block allocates is used after it"}};

  struct Shape {
    Range block;
    ir::Expr condition;
    std::string text;
  };

  static Shape shape(StepContext& step, const Args& a) {
    const Range block = step.block(a.block);
    const ir::Expr condition = condition_argument(step, a.condition.text, block.first, "R1");
    if (ir::Sym name = escaping_name(step.ir(), block))
      step.refuse("R2", block.first, name.text() + " is used after the block", "give the whole block that uses it");
    return {block, condition, ir::print(condition, ir::Names(step.ir()))};
  }

  static std::vector<Obligation> safety(StepContext&, const Shape&) { return {}; }

  static std::vector<std::string> unsafe(const Shape& s) { return {"add_unsafe_guard (" + s.text + ")"}; }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    const SrcLoc loc = ir::stmt_at(edit.proc(), s.block.first)->loc();
    edit.wrap(s.block, [&](ir::Block body) { return ir::Stmt(ir::If{s.condition, std::move(body), {}}, loc); });
  }
};

}  // namespace

Primitive add_unsafe_guard_primitive() {
  return describe<AddUnsafeGuard>("add_unsafe_guard", "loops",
                                  "run a block only where a condition holds; assumed, not proved");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc add_unsafe_guard(const Proc& p, const BlockPlace& block, const std::string& condition) {
  return rewrite::apply<rewrite::AddUnsafeGuard>("add_unsafe_guard", p, {{block}, {condition}});
}

}  // namespace tessera
