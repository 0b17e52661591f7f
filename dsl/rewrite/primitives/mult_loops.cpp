// SPDX-License-Identifier: Apache-2.0
// mult_loops — turn two perfectly nested loops into one.
//   for i in seq(0, n): for j in seq(0, c): s(i, j)   -->   for k in seq(0, n * c): s(k / c, k % c)
// Shape:   R1 the inner loop is the only statement of the outer.  R2 both start at 0.
//          R3 the inner loop's length is a number from 1 to 2^30.  R4 the new name is one.
//          R5 both are sequential, or both parallel.  R6 s writes no configuration that n reads.
// Always right: each iteration of the one is one of the other, in the same order.
// Forward: the outer loop goes to the new one, the body stays; the inner loop and all bounds are gone.
// Example: counts_through_both
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct MultLoops {
  struct Args {
    LoopPlace loops;  ///< the outer loop, or "i j"
    std::string name;
    static constexpr auto fields() {
      return std::tuple{required("loops", &Args::loops), required("name", &Args::name)};
    }
  };
  static constexpr Condition conditions[] = {{"R1", "the inner loop is the only statement of the outer loop"},
                                             {"R2", "both loops start at 0"},
                                             {"R3", "the length of the inner loop is a number from 1 to 2^30"},
                                             {"R4", "the name of the new counter is an identifier"},
                                             {"R5", "both loops are sequential, or both parallel"},
                                             {"R6",
                                              "the number of iterations reads no configuration field that the "
                                              "body writes"}};

  struct Shape {
    Path at;
    ir::For outer, inner;
    std::int64_t length;
    std::string name;
  };

  static Shape shape(StepContext& step, const Args& a) {
    const LoopAt at = step.loop(a.loops);
    const ir::For* inner = at.loop->body.size() == 1 ? at.loop->body[0].as<ir::For>() : nullptr;
    if (!inner) step.refuse("R1", at.path, "the outer loop holds other statements", "fission or lift them out first");
    for (const ir::For* loop : {at.loop, inner})
      if (const std::int64_t* lo = ir::literal(loop->lo); !lo || *lo != 0)
        step.refuse("R2", at.path, loop->iter.text() + " does not start at 0", "shift_loop moves its start");
    const std::int64_t* length = ir::literal(inner->hi);
    if (!length || *length < 1 || *length > largest_factor)
      step.refuse("R3", at.path, inner->iter.text() + " does not run up to such a number");
    require_identifier(step, at.path, a.name, "R4");
    if (at.loop->mode != inner->mode) step.refuse("R5", at.path, "one of them is parallel");
    if (changes_own_header(*ir::stmt_at(step.ir(), at.path)))
      step.refuse("R6", at.path, "the body writes configuration that decides how often it runs");
    return {at.path, *at.loop, *inner, *length, a.name};
  }

  static std::vector<Obligation> safety(StepContext&, const Shape&) { return {}; }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    const SrcLoc loc = ir::stmt_at(edit.proc(), s.at)->loc();
    const ir::Sym counter = ir::Sym::fresh(s.name);
    const ir::Expr k = ir::read(counter, ir::Scalar::index);
    ir::Block body = ir::substitute(
        s.inner.body, {{s.outer.iter, ir::floor_div(k, s.length)}, {s.inner.iter, ir::floor_mod(k, s.length)}});
    const ir::Expr count = ir::mul(s.outer.hi, ir::int_lit(s.length));
    forget_header(edit, s.at);
    edit.unwrap(s.at.child(ir::Branch::body, 0));
    edit.update(s.at, ir::Stmt(ir::For{counter, ir::int_lit(0), count, std::move(body), s.outer.mode}, loc));
  }
};

}  // namespace

Primitive mult_loops_primitive() {
  return describe<MultLoops>("mult_loops", "loops", "turn two perfectly nested loops into one");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc mult_loops(const Proc& p, const LoopPlace& loops, const std::string& name) {
  return rewrite::apply<rewrite::MultLoops>("mult_loops", p, {{loops}, name});
}

}  // namespace tessera
