// SPDX-License-Identifier: Apache-2.0
// cut_loop — run the first iterations of a loop in one loop and the others in a second.
//   for i in seq(lo, hi): s   -->   for i in seq(lo, c): s
//                                   for i in seq(c, hi): s
// Args:    cut_point: the first iteration of the second loop.
// Shape:   R1 the cut point is an index expression.
//          R2 s writes no configuration that the bounds or the cut point read.
// Safety:  S1 lo <= c and c <= hi: else iterations would be lost or added.
// Forward: the loop and its body go to the first loop, the end of its range to the end of the second.
// Example: makes_two_loops
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/collect_terms.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct CutLoop {
  struct Args {
    LoopPlace loop;
    Text cut_point;
    static constexpr auto fields() {
      return std::tuple{required("loop", &Args::loop), required("cut_point", &Args::cut_point)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the cut point is an index expression"},
      {"R2", "neither the bounds nor the cut point read a configuration field that the body writes"},
      {"S1", "the cut point is not below the start of the loop and not beyond its end"}};

  struct Shape {
    LoopAt at;
    ir::Expr point;
  };

  static Shape shape(StepContext& step, const Args& a) {
    LoopAt at = step.loop(a.loop);
    const ir::Expr point = collect_terms(step.parse_expr(a.cut_point, at.path));
    if (!ir::is_integer_control(point.type()))
      step.refuse("R1", at.path, "'" + a.cut_point.text + "' is not an index expression");
    if (changes_own_header(*ir::stmt_at(step.ir(), at.path)) || changes(at.loop->body, point))
      step.refuse("R2", at.path, "the body writes configuration that decides how often it runs");
    return {at, point};
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    Lowering& lower = step.lower();
    std::vector<Formula> facts = step.facts(s.at.path);
    const Affine lo = lower.index(s.at.loop->lo), point = lower.index(s.point), hi = lower.index(s.at.loop->hi);
    auto queries = [=] {
      return std::vector<smt::Query>{{"", "the cut point is at least the start of the loop", facts, smt::le(lo, point)},
                                     {"", "the cut point is at most the end of the loop", facts, smt::le(point, hi)}};
    };
    return {
        {"S1", {{"", queries}}, s.at.path, "cut inside the range of the loop, or assert that the point lies in it"}};
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    const ir::For loop = *s.at.loop;
    const SrcLoc loc = ir::stmt_at(edit.proc(), s.at.path)->loc();
    const ir::Sym iter = ir::Sym::fresh(loop.iter.text());
    ir::Block rest =
        ir::substitute(ir::with_fresh_binders(loop.body), {{loop.iter, ir::read(iter, ir::Scalar::index)}});
    edit.insert(s.at.path.sibling(1), {ir::Stmt(ir::For{iter, s.point, loop.hi, std::move(rest), loop.mode}, loc)});
    edit.update(s.at.path, ir::Stmt(ir::For{loop.iter, loop.lo, s.point, loop.body, loop.mode}, loc));
    edit.set_body(edit.proc().body, [at = s.at.path](const Path& p) -> std::optional<Path> {
      const bool is_end = p.steps == at.steps && p.is_expr() && p.exprs.front() == 1;
      return is_end ? Path{at.sibling(1).steps, p.exprs} : p;
    });
  }
};

}  // namespace

Primitive cut_loop_primitive() {
  return describe<CutLoop>("cut_loop", "loops", "run the first iterations of a loop in a loop of their own");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc cut_loop(const Proc& p, const LoopPlace& loop, const std::string& cut_point) {
  return rewrite::apply<rewrite::CutLoop>("cut_loop", p, {{loop}, {cut_point}});
}

}  // namespace tessera
