// SPDX-License-Identifier: Apache-2.0
// fuse — let two loops, or two ifs, that stand together run as one.
//   for i in seq(a,b): A(i)               -->   for i in seq(a,b): A(i); B(i)
//   for j in seq(c,d): B(j)
//   if c: A else: C                       -->   if c: A; B else: C; D
//   if d: B else: D
// Shape:   R1 the second stands right after the first; both are loops, or both ifs.
//          R2 both loops are sequential, or both parallel.
//          R3 no body writes configuration that a bound or condition reads.
// Safety:  S1 loops: a = c and b = d (or neither loop runs).
//          S2 ifs: the conditions hold together.
//          S3 sequential loops: B(i) and A(i') do not conflict for i<i'; or what is done again, or left out, changes
//          nothing, as for fission of the loop that results.
//          S4 parallel loops: A(i) and B(i') do not race for different i and i'.
// Forward: both scopes go to the one that results, statements stay in their order; the header of the second is gone.
// Example: computes_overlapping_rows_again
#include <algorithm>

#include "dsl/ir/equal.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/sums.hpp"

namespace tessera::rewrite {
namespace {

ir::Block joined(ir::Block a, const ir::Block& b) {
  a.append(b);
  return a;
}

struct Fuse {
  struct Args {
    ScopePlace first, second;
    static constexpr auto fields() {
      return std::tuple{required("first", &Args::first), required("second", &Args::second)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the second scope stands right after the first; both are loops, or both ifs"},
      {"R2", "both loops are sequential, or both parallel"},
      {"R3", "no bound or condition reads a configuration field that a body writes"},
      {"S1", "both loops run over the same numbers"},
      {"S2", "the conditions of both ifs hold together"},
      {"S3",
       "sequential loops, one of: (a) the second body and a later iteration of the first do not conflict; (b) the "
       "first "
       "writes the same values again; (c) only the last run of the second counts"},
      {"S4", "parallel loops: different iterations of the one and of the other share no element, unless both read"}};

  struct Shape {
    Path at;
    ir::Stmt first, second, result;
    const ir::For* loop() const { return first.as<ir::For>(); }
    int split(ir::Branch b) const { return static_cast<int>(ir::branch(first, b) ? ir::branch(first, b)->size() : 0); }
  };

  static Shape shape(StepContext& step, const Args& a) {
    const Path at = step.scope(a.first), second_at = step.scope(a.second);
    const ir::Stmt first = *ir::stmt_at(step.ir(), at), second = *ir::stmt_at(step.ir(), second_at);
    const bool loops = first.as<ir::For>() && second.as<ir::For>();
    if (!loops && !(first.as<ir::If>() && second.as<ir::If>()))
      step.refuse("R1", at, "these are not two loops or two ifs");
    if (second_at != at.sibling(1))
      step.refuse("R1", second_at, "other statements stand between them, or it stands first");
    if (loops && first.as<ir::For>()->mode != second.as<ir::For>()->mode)
      step.refuse("R2", at, "one of them is parallel");
    for (const ir::Stmt& scope : {first, second})
      for (const ir::Expr& e : ir::expressions(scope))
        if (changes({first, second}, e))
          step.refuse("R3", at, "a body writes configuration that decides whether or how often it runs");
    return {at, first, second, fused(first, second)};
  }

  static ir::Stmt fused(const ir::Stmt& first, const ir::Stmt& second) {
    if (const auto* a = first.as<ir::For>()) {
      const ir::For& b = *second.as<ir::For>();
      const ir::Block moved = ir::substitute(b.body, {{b.iter, ir::read(a->iter, ir::Scalar::index)}});
      return ir::Stmt(ir::For{a->iter, a->lo, a->hi, joined(a->body, moved), a->mode}, first.loc());
    }
    const ir::If &a = *first.as<ir::If>(), &b = *second.as<ir::If>();
    return ir::Stmt(ir::If{a.cond, joined(a.body, b.body), joined(a.orelse, b.orelse)}, first.loc());
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    std::vector<Obligation> out;
    const std::vector<ir::Expr> one = ir::expressions(s.first), other = ir::expressions(s.second);
    const bool as_written = std::equal(one.begin(), one.end(), other.begin(),
                                       [](const ir::Expr& x, const ir::Expr& y) { return ir::equal(x, y); });
    if (!as_written) out.push_back(s.loop() ? same_range(step, s) : same_condition(step, s));
    if (s.loop()) out.push_back(s.loop()->mode == ir::LoopMode::par ? no_races(step, s) : no_conflicts(step, s));
    return out;
  }

  static Obligation same_range(StepContext& step, const Shape& s) {
    Lowering& lower = step.lower();
    const ir::For &a = *s.first.as<ir::For>(), &b = *s.second.as<ir::For>();
    const Affine lo = lower.index(a.lo), hi = lower.index(a.hi), start = lower.index(b.lo), end = lower.index(b.hi);
    Obligation o =
        analysis::obligation("S1", s.at, step.facts(s.at),
                             (smt::eq(lo, start) && smt::eq(hi, end)) || (smt::le(hi, lo) && smt::le(end, start)),
                             "both loops run over the same numbers");
    o.hint = "shift_loop moves the start of a loop, cut_loop takes iterations off";
    return o;
  }

  static Obligation same_condition(StepContext& step, const Shape& s) {
    const Formula c = step.lower().condition(s.first.as<ir::If>()->cond),
                  d = step.lower().condition(s.second.as<ir::If>()->cond);
    return analysis::obligation("S2", s.at, step.facts(s.at), (!c || d) && (!d || c),
                                "the conditions of both ifs hold together");
  }

  // The two loops are what fission makes of the result, so what makes fission right makes this right.
  static Obligation no_conflicts(StepContext& step, const Shape& s) {
    const ir::ProcRef after = preview(step, [&](Edit& edit) { rewrite(step, s, edit); });
    auto lower = std::make_shared<Lowering>(step.lower_of(*after));
    Obligation o = analysis::fission_is_safe(*lower, *after, s.at, s.split(ir::Branch::body), "S3");
    o.hint = "the second loop needs what the first one has yet to do, or the first would undo it: keep them apart";
    for (analysis::ProofStrategy& strategy : o.strategies)
      strategy.queries = [after, lower, ask = std::move(strategy.queries)] { return ask(); };
    return o;
  }

  static Obligation no_races(StepContext& step, const Shape& s) {
    auto queries = [&step, s] {
      const ir::ProcRef after = preview(step, [&](Edit& edit) { rewrite(step, s, edit); });
      const ir::Block& body = s.result.as<ir::For>()->body;
      const auto split = body.begin() + s.split(ir::Branch::body);
      Lowering lower = step.lower_of(*after);
      return iterations_do_not_race(lower, *after, s.at, {body.begin(), split}, {split, body.end()});
    };
    return {"S4", {{"", queries}}, s.at, "leave them two loops: the second starts when the first is done"};
  }

  static bool reassociates(StepContext& step, const Shape& s) {
    return s.loop() && add_to_one_element(step.lower(), step.ir(), s.at, {s.first}, {s.second});
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    merge_scopes(edit, s.at, s.result, s.split(ir::Branch::body), s.split(ir::Branch::orelse));
  }
};

}  // namespace

Primitive fuse_primitive() { return describe<Fuse>("fuse", "loops", "let two neighbouring loops or ifs run as one"); }

}  // namespace tessera::rewrite

namespace tessera {

Proc fuse(const Proc& p, const ScopePlace& first, const ScopePlace& second) {
  return rewrite::apply<rewrite::Fuse>("fuse", p, {{first}, {second}});
}

}  // namespace tessera
