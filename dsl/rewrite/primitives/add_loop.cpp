// SPDX-License-Identifier: Apache-2.0
// add_loop — repeat a block whose repetition changes nothing, or run it in the first iteration of a new loop.
//   s   -->   for i in seq(0, n): s
//   guard     for i in seq(0, n): if i == 0: s
// Shape:   R1 the name of the counter is an identifier.  R2 n is an index expression.
//          R3 nothing that s allocates is used after it.  R4 s writes no configuration that n reads.
// Safety:  S1 n >= 1: the loop runs.
//          S2 without guard, if it runs more than once: s is idempotent (it reads nothing that it writes and adds to
//          nothing).
// Forward: the block's statements go with it into the loop.
// Example: repeats_what_does_the_same
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/collect_terms.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct AddLoop {
  struct Args {
    BlockPlace block;
    std::string name;
    Text extent;
    bool guard = false;
    static constexpr auto fields() {
      return std::tuple{required("block", &Args::block), required("name", &Args::name),
                        required("extent", &Args::extent), optional_field("guard", &Args::guard)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the name of the counter is an identifier"},
      {"R2", "the number of iterations is an index expression"},
      {"R3", "nothing that the block allocates is used after it"},
      {"R4", "the number of iterations reads no configuration field that the block writes"},
      {"S1", "the loop runs at least once"},
      {"S2",
       "without guard: the block is idempotent (it reads nothing that it writes and adds to nothing), or runs "
       "only once"}};

  struct Shape {
    Range block;
    ir::Block body;
    ir::Sym iter;
    ir::Expr extent;
    bool guard;
    ir::For loop() const { return {iter, ir::int_lit(0), extent, body, ir::LoopMode::seq}; }
  };

  static Shape shape(StepContext& step, const Args& a) {
    const Range block = step.block(a.block);
    require_identifier(step, block.first, a.name, "R1");
    const ir::Expr extent = collect_terms(index_argument(step, a.extent, block.first, "R2"));
    if (ir::Sym name = escaping_name(step.ir(), block))
      step.refuse("R3", block.first, name.text() + " is used after the block", "give the whole block that uses it");
    const ir::Block body = statements(step.ir(), block);
    if (changes(body, extent))
      step.refuse("R4", block.first, "the block writes configuration that decides how often it runs");
    return {block, body, ir::Sym::fresh(a.name), extent, a.guard};
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    const std::vector<Formula> facts = step.facts(s.block.first);
    Obligation runs = analysis::obligation("S1", s.block.first, facts, smt::le(1, step.lower().index(s.extent)),
                                           "the loop runs at least once");
    if (s.guard) return {runs};
    auto repeatable = [&step, facts, s] {
      return analysis::idempotent(step.lower(), s.body, runs_twice(step.lower(), s.loop(), facts));
    };
    return {runs, {"S2", {{"", repeatable}}, s.block.first, "guard=True runs the block in the first iteration only"}};
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    const SrcLoc loc = s.body.front().loc();
    const ir::Expr first = ir::binary(ir::BinOp::eq, ir::read(s.iter, ir::Scalar::index), ir::int_lit(0));
    Range range = s.block;
    if (s.guard) {
      edit.wrap(range, [&](ir::Block body) { return ir::Stmt(ir::If{first, std::move(body), {}}, loc); });
      range.count = 1;
    }
    edit.wrap(range, [&](ir::Block body) {
      ir::For loop = s.loop();
      loop.body = std::move(body);
      return ir::Stmt(std::move(loop), loc);
    });
  }
};

}  // namespace

Primitive add_loop_primitive() {
  return describe<AddLoop>("add_loop", "loops", "repeat a block whose repetition changes nothing");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc add_loop(const Proc& p, const BlockPlace& block, const std::string& name, const std::string& extent, bool guard) {
  return rewrite::apply<rewrite::AddLoop>("add_loop", p, {{block}, name, {extent}, guard});
}

}  // namespace tessera
