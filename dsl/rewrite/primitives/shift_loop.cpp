// SPDX-License-Identifier: Apache-2.0
// shift_loop — let a loop start at another number.
//   for i in seq(lo, hi): s(i)   -->   for i in seq(c, c + hi - lo): s(i + lo - c)
// Args:    new_lo: the start c.
// Shape:   R1 the new start is an index expression.
//          R2 s writes no configuration that the bounds or the new start read.
// Safety:  always: each iteration of the one is one of the other, in the same order.
// Forward: the loop and its body stay; its bounds are gone.
// Example: moves_the_start
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/collect_terms.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct ShiftLoop {
  struct Args {
    LoopPlace loop;
    Text new_lo;
    static constexpr auto fields() {
      return std::tuple{required("loop", &Args::loop), required("new_lo", &Args::new_lo)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the new start is an index expression"},
      {"R2", "neither the bounds nor the new start read a configuration field that the body writes"}};

  struct Shape {
    LoopAt at;
    ir::Expr lo;
  };

  static Shape shape(StepContext& step, const Args& a) {
    LoopAt at = step.loop(a.loop);
    const ir::Expr lo = collect_terms(step.parse_expr(a.new_lo, at.path));
    if (!ir::is_integer_control(lo.type()))
      step.refuse("R1", at.path, "'" + a.new_lo.text + "' is not an index expression");
    if (changes_own_header(*ir::stmt_at(step.ir(), at.path)) || changes(at.loop->body, lo))
      step.refuse("R2", at.path, "the body writes configuration that decides how often it runs");
    return {at, lo};
  }

  static std::vector<Obligation> safety(StepContext&, const Shape&) { return {}; }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    const ir::For loop = *s.at.loop;
    const ir::Stmt before = *ir::stmt_at(edit.proc(), s.at.path);
    const ir::Expr offset = collect_terms(ir::sub(loop.lo, s.lo));
    const ir::Expr hi = collect_terms(ir::sub(loop.hi, offset));
    const ir::Substitution map{{loop.iter, ir::add(ir::read(loop.iter, ir::Scalar::index), offset)}};
    ir::Block body = ir::map_exprs(loop.body, [&](const ir::Expr& e) {
      ir::Expr placed = ir::substitute(e, map);
      return placed.identity() == e.identity() ? e : collect_terms(placed);
    });
    const ir::ProcRef was = edit.result();
    edit.update(s.at.path, ir::Stmt(ir::For{loop.iter, s.lo, hi, std::move(body), loop.mode}, before.loc()));
    edit.set_body(edit.proc().body, [at = s.at.path, rest = surviving_expressions(was, edit.result())](const Path& p) {
      const bool is_bound = p.steps == at.steps && p.is_expr();
      return is_bound ? std::nullopt : rest(p);
    });
  }
};

}  // namespace

Primitive shift_loop_primitive() {
  return describe<ShiftLoop>("shift_loop", "loops", "let a loop start at another number");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc shift_loop(const Proc& p, const LoopPlace& loop, const std::string& new_lo) {
  return rewrite::apply<rewrite::ShiftLoop>("shift_loop", p, {{loop}, {new_lo}});
}

}  // namespace tessera
