// SPDX-License-Identifier: Apache-2.0
// remove_loop — run the body once where every iteration does the same.
//   for i in seq(lo, hi): s   -->   s                    where lo < hi
//                             -->   if lo < hi: s        where the loop may be empty
// Shape:   R1 s does not mention i.  R2 s writes no configuration that the bounds read.
// Safety:  S1 s is idempotent (it reads nothing that it writes and adds to nothing), or runs once.
//          S2 lo < hi: it runs at all; where that is not proved, an if asks.
// Forward: the statements of the body stay; the loop is gone.
// Example: runs_the_body_once
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct RemoveLoop {
  struct Args {
    LoopPlace loop;
    static constexpr auto fields() { return std::tuple{required("loop", &Args::loop)}; }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the body does not mention the counter"},
      {"R2", "no bound reads a configuration field that the body writes"},
      {"S1", "the body is idempotent (it reads nothing that it writes and adds to nothing), or runs only once"},
      {"S2", "the loop runs at least once", true}};
  struct Shape : LoopAt {
    bool runs;  ///< for sure
  };

  static Shape shape(StepContext& step, const Args& a) {
    LoopAt at = step.loop(a.loop);
    if (ir::mentions(at.loop->body, at.loop->iter)) step.refuse("R1", at.path, "the body uses " + at.loop->iter.text());
    if (changes_own_header(*ir::stmt_at(step.ir(), at.path)))
      step.refuse("R2", at.path, "the body writes configuration that decides how often it runs");
    return {at, runs(step, at)};
  }

  static bool runs(StepContext& step, const LoopAt& at) {
    Lowering& lower = step.lower();
    std::vector<Formula> facts = step.facts(at.path);
    Formula goal = smt::lt(lower.index(at.loop->lo), lower.index(at.loop->hi));
    return step.prove_and_record("S2", {{"", "the loop runs at least once", std::move(facts), std::move(goal)}});
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& at) {
    Lowering& lower = step.lower();
    std::vector<Formula> facts = step.facts(at.path);
    auto once = [&lower, facts, at] {
      return analysis::idempotent(lower, at.loop->body, runs_twice(lower, *at.loop, facts));
    };
    return {{"S1",
             {{"", once}},
             at.path,
             "a loop that adds something up, or carries a value from one iteration to the next, is needed"}};
  }

  static void rewrite(StepContext&, const Shape& at, Edit& edit) {
    const SrcLoc loc = ir::stmt_at(edit.proc(), at.path)->loc();
    edit.unwrap(at.path);
    if (at.runs) return;
    const ir::Expr asks = ir::binary(ir::BinOp::lt, at.loop->lo, at.loop->hi);
    edit.wrap({at.path, static_cast<int>(at.loop->body.size())}, [&](ir::Block body) {
      return ir::Stmt(ir::If{asks, std::move(body), {}}, loc);
    });
  }
};

}  // namespace

Primitive remove_loop_primitive() {
  return describe<RemoveLoop>("remove_loop", "loops", "run the body once where every iteration does the same");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc remove_loop(const Proc& p, const LoopPlace& loop) {
  return rewrite::apply<rewrite::RemoveLoop>("remove_loop", p, {{loop}});
}

}  // namespace tessera
