// SPDX-License-Identifier: Apache-2.0
// lift_scope — lift a loop or if one scope out, over the loop or if that it fills.
//   for i: if c: A else: B            -->  if c: for i: A      else: for i: B
//   if c: for i: A                    -->  for i: if c: A
//   for i: for j: A                   -->  for j: for i: A               (as reorder_loops)
//   if o: (if c: A else: B) else: C   -->  if c: (if o: A else: C) else: (if o: B else: C)
//   if o: A else: (if c: B else: C)   -->  if c: (if o: A else: B) else: (if o: A else: C)
// Args:    scope: the inner one; a loop may be given by its counter's name.
// Shape:   R1 a loop or if encloses the scope, which is alone in its branch there.
//          R2 what is lifted over a loop does not mention its counter.
//          R3 a loop that is lifted over an if: the if has no else.
//          R4 the body writes no configuration that the bounds or conditions read.
//          R5 a loop that is lifted over a loop is not parallel.
// Safety:  S1 loop over loop: A(i,j) and A(i',j') do not conflict for i<i', j'<j.
// Forward: both scopes and all statements stay; of two copies, statements go to the first.
// Example: lifts_an_if_out_of_a_loop
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/sums.hpp"

namespace tessera::rewrite {
namespace {

using ir::Branch;
using ir::Step;

struct LiftScope {
  struct Args {
    ScopePlace scope;
    static constexpr auto fields() { return std::tuple{required("scope", &Args::scope)}; }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the scope is a loop or if, alone in a branch of another loop or if"},
      {"R2", "what is lifted over a loop does not mention its counter"},
      {"R3", "an if that a loop is lifted over has no else"},
      {"R4", "the body writes no configuration that the bounds or conditions read"},
      {"R5", "a loop that is lifted over a loop is not parallel"},
      {"S1", "loop over loop: iterations (i,j) and (i',j') with i<i', j'<j must not conflict"}};

  struct Shape {
    Path outer_path;
    Branch side;  ///< the branch of the outer scope that the inner one fills
    ir::Stmt outer, inner;
    bool loops() const { return outer.as<ir::For>() && inner.as<ir::For>(); }
  };

  static Shape shape(StepContext& step, const Args& a) {
    Path at = step.scope(a.scope);
    Path up = at.parent();
    const ir::Stmt inner = *ir::stmt_at(step.ir(), at);
    const ir::Stmt* outer = up.steps.empty() ? nullptr : ir::stmt_at(step.ir(), up);
    if (!inner.as<ir::For>() && !inner.as<ir::If>()) step.refuse("R1", at, "this is neither a loop nor an if");
    if (!outer) step.refuse("R1", at, "nothing encloses it");
    Shape s{up, at.steps.back().branch, *outer, inner};
    if (ir::branch(s.outer, s.side)->size() != 1)
      step.refuse("R1", up, "it is not alone in its branch", "fission the scope first");
    check_bounds(step, s, at);
    return s;
  }

  static void check_bounds(const StepContext& step, const Shape& s, const Path& at) {
    const auto* over = s.outer.as<ir::For>();
    for (const ir::Expr& e : ir::expressions(s.inner))
      if (over && ir::mentions(e, over->iter)) step.refuse("R2", at, "it depends on " + over->iter.text());
    const auto* guard = s.outer.as<ir::If>();
    if (guard && s.inner.as<ir::For>() && !guard->orelse.empty())
      step.refuse("R3", s.outer_path, "it has an else", "fission the if first");
    for (const ir::Stmt& scope : {s.outer, s.inner})
      for (const ir::Expr& e : ir::expressions(scope))
        if (changes({s.outer}, e))
          step.refuse("R4", s.outer_path, "the body writes configuration that decides whether it runs");
    if (s.loops() && s.inner.as<ir::For>()->mode == ir::LoopMode::par)
      step.refuse("R5", at, "its iterations need not be independent over those of " + over->iter.text());
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    if (!s.loops()) return {};
    auto queries = [&step, s] {
      return reordering_conflicts(step, s.outer_path, *s.outer.as<ir::For>(), *s.inner.as<ir::For>());
    };
    return {{"S1", {{"", queries}}, s.outer_path, "keep this loop order, or write to a buffer indexed by both loops"}};
  }

  static bool reassociates(StepContext& step, const Shape& s) {
    return s.loops() && swap_reorders_sums(step, s.outer_path, *s.outer.as<ir::For>(), *s.inner.as<ir::For>());
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    if (s.loops()) return swap_loops(edit, s.outer_path);
    if (s.outer.as<ir::For>()) return if_over_loop(s, edit);
    if (s.inner.as<ir::For>()) return loop_over_if(s, edit);
    if_over_if(s, edit);
  }

  static void loop_over_if(const Shape& s, Edit& edit) {
    const ir::If& outer = *s.outer.as<ir::If>();
    const ir::For& inner = *s.inner.as<ir::For>();
    ir::Stmt below(ir::If{outer.cond, inner.body, {}}, s.outer.loc());
    ir::Stmt above(ir::For{inner.iter, inner.lo, inner.hi, {below}, inner.mode}, s.inner.loc());
    exchange(s, edit, above, [](const std::vector<Step>& below_scopes) { return below_scopes; });
  }

  static void if_over_loop(const Shape& s, Edit& edit) {
    const ir::For& outer = *s.outer.as<ir::For>();
    const ir::If& inner = *s.inner.as<ir::If>();
    ir::Block orelse;
    if (!inner.orelse.empty()) {
      ir::Sym iter = ir::Sym::fresh(outer.iter.text());
      ir::Block body = ir::substitute(inner.orelse, {{outer.iter, ir::read(iter, ir::Scalar::index)}});
      orelse = {ir::Stmt(ir::For{iter, outer.lo, outer.hi, std::move(body), outer.mode}, s.outer.loc())};
    }
    ir::Stmt below(ir::For{outer.iter, outer.lo, outer.hi, inner.body, outer.mode}, s.outer.loc());
    exchange(s, edit, ir::Stmt(ir::If{inner.cond, {below}, std::move(orelse)}, s.inner.loc()), [](std::vector<Step> p) {
      if (p[1].branch == Branch::orelse) p[0].branch = Branch::orelse, p[1].branch = Branch::body;
      return p;
    });
  }

  // The four cases of the two conditions keep their code; what only one condition chose is written twice.
  static void if_over_if(const Shape& s, Edit& edit) {
    const ir::If &outer = *s.outer.as<ir::If>(), &inner = *s.inner.as<ir::If>();
    const bool in_body = s.side == Branch::body;
    const ir::Block& other = in_body ? outer.orelse : outer.body;
    auto around = [&](const ir::Block& chosen, const ir::Block& rest) {
      ir::Block body = in_body ? chosen : rest, orelse = in_body ? rest : chosen;
      if (body.empty() && orelse.empty()) return ir::Block{};
      if (body.empty()) body = {ir::Pass{}};
      return ir::Block{ir::Stmt(ir::If{outer.cond, std::move(body), std::move(orelse)}, s.outer.loc())};
    };
    ir::Stmt above(ir::If{inner.cond, around(inner.body, other), around(inner.orelse, ir::with_fresh_binders(other))},
                   s.inner.loc());
    const Branch side = s.side;
    exchange(s, edit, above, [side](std::vector<Step> p) {
      if (p[0].branch != side) return std::vector<Step>{{Branch::body, 0}, p[0]};  // the first copy
      const Branch value = p[1].branch;
      return std::vector<Step>{{value, 0}, {side, p[1].index}};
    });
  }

  // The two scopes change places; `statement` says where the steps below the outer scope lead for a statement of
  // theirs. For a statement beside the inner scope only its first step is given, else the first two.
  static void exchange(const Shape& s, Edit& edit, const ir::Stmt& above,
                       const std::function<std::vector<Step>(std::vector<Step>)>& statement) {
    const Path at = s.outer_path;
    const Branch side = s.side;
    edit.set_body(with_statement(edit.proc(), at, above), [at, side, statement](const Path& p) -> std::optional<Path> {
      if (!ir::passes(p, at)) return p;
      const std::size_t depth = at.steps.size();
      if (p.steps.size() == depth) return Path{at.child(Branch::body, 0).steps, p.exprs};
      const bool beside = p.steps[depth].branch != side;
      if (!beside && p.steps.size() == depth + 1) return Path{at.steps, p.exprs};
      const std::size_t taken = depth + (beside ? 1 : 2);
      std::vector<Step> to =
          statement({p.steps.begin() + static_cast<long>(depth), p.steps.begin() + static_cast<long>(taken)});
      Path out{at.steps, p.exprs};
      out.steps.insert(out.steps.end(), to.begin(), to.end());
      out.steps.insert(out.steps.end(), p.steps.begin() + static_cast<long>(taken), p.steps.end());
      return out;
    });
  }
};

}  // namespace

Primitive lift_scope_primitive() {
  return describe<LiftScope>("lift_scope", "loops", "lift a loop or if over the one that encloses it");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc lift_scope(const Proc& p, const ScopePlace& scope) {
  return rewrite::apply<rewrite::LiftScope>("lift_scope", p, {{scope}});
}

}  // namespace tessera
