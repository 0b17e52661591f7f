// SPDX-License-Identifier: Apache-2.0
// join_loops — make one loop of two that stand together, where the second goes on with what the first began.
//   for i in seq(lo, mid): s(i)   -->   for i in seq(lo, hi): s(i)
//   for j in seq(mid, hi): s(j)
// Shape:   R1 the second loop stands right after the first.  R2 both are sequential, or both parallel.
//          R3 the bodies have the same statements, allocations in the same memories.
//          R4 s writes no configuration that the bounds read.
// Safety:  S1 the bodies are equal up to the counter.
//          S2 the second loop starts where the first ends, and lo <= mid <= hi (or none of the loops runs).
//          S3 parallel loops: no iteration of the one races with one of the other.
//          S4 in the iterations of the second too, the windows that the first body names lie in their buffers, and what
//          it uses of them in the windows.
// Forward: both loops go to the new one, the second one's body to the body of the first where both have the same
//          statements in the same order, else it is gone; expressions of the second are gone, and the end of the first.
// Example: undoes_cut_loop
#include <fmt/format.h>

#include "dsl/analysis/call.hpp"
#include "dsl/analysis/same.hpp"
#include "dsl/ir/equal.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct JoinLoops {
  struct Args {
    LoopPlace first, second;
    static constexpr auto fields() {
      return std::tuple{required("first", &Args::first), required("second", &Args::second)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the second loop stands right after the first"},
      {"R2", "both loops are sequential, or both parallel"},
      {"R3", "the bodies have the same statements, and allocate in the same memories"},
      {"R4", "no bound reads a configuration field that a body writes"},
      {"S1", "the bodies do the same for the same value of the counter"},
      {"S2",
       "the second loop starts where the first ends, which is not before its start and not beyond the other's end"},
      {"S3", "parallel loops: iterations of the one and of the other share no element, unless both read"},
      {"S4", "in the iterations of the second too, the first body stays in the windows that it names"}};

  struct Shape {
    Path at;
    ir::For first, second;
    bool as_written;               ///< the bodies are equal as they stand
    std::vector<smt::Query> same;  ///< that they are
  };

  static Shape shape(StepContext& step, const Args& a) {
    const LoopAt first = step.loop(a.first), second = step.loop(a.second);
    if (second.path != first.path.sibling(1))
      step.refuse("R1", first.path, "the loop after it is not that over " + second.loop->iter.text());
    if (first.loop->mode != second.loop->mode) step.refuse("R2", first.path, "one of them is parallel");
    for (const ir::For* loop : {first.loop, second.loop})
      for (const ir::Expr& bound : {loop->lo, loop->hi})
        if (changes(first.loop->body, bound) || changes(second.loop->body, bound))
          step.refuse("R4", first.path, "a body writes configuration that decides how often it runs");
    const bool as_written = equal_as_written(*first.loop, *second.loop);
    std::optional<std::vector<smt::Query>> same;
    if (as_written) same.emplace();
    else same = compare(step, first, *second.loop);
    if (!same || memories(first.loop->body) != memories(second.loop->body))
      step.refuse("R3", first.path, "the bodies differ");
    return {first.path, *first.loop, *second.loop, as_written, *std::move(same)};
  }

  static bool equal_as_written(const ir::For& first, const ir::For& second) {
    const ir::Expr i = ir::read(first.iter, ir::Scalar::index);
    return ir::equal(first.body, ir::substitute(second.body, {{second.iter, i}}));
  }

  // The body of the first in place of that of the second, for the iterations of the second.
  static std::optional<std::vector<smt::Query>> compare(StepContext& step, const LoopAt& first, const ir::For& second) {
    Lowering lower = step.fresh_lower();
    std::vector<Formula> facts = analysis::facts_at(lower, step.ir(), first.path);
    lower.bind(second.iter, Affine::variable(first.loop->iter));
    facts.push_back(analysis::in_range(lower, second));
    return analysis::same_program(lower, first.loop->body, second.body, facts);
  }

  static std::vector<std::string> memories(const ir::Block& block) {
    std::vector<std::string> out;
    ir::for_each_stmt(block, [&](const ir::Stmt& s) {
      if (const auto* n = s.as<ir::Alloc>()) out.push_back(n->mem->name);
    });
    return out;
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    Lowering& lower = step.lower();
    const Affine lo = lower.index(s.first.lo), end = lower.index(s.first.hi), start = lower.index(s.second.lo),
                 hi = lower.index(s.second.hi);
    const bool meet = ir::equal(s.first.hi, s.second.lo);
    std::vector<Obligation> out{{"S1", {{"", [same = s.same] { return same; }}}, s.at, ""}};
    out.push_back(
        analysis::obligation("S2", s.at, step.facts(s.at),
                             ((meet ? Formula() : smt::eq(end, start)) && smt::le(lo, end) && smt::le(end, hi)) ||
                                 (smt::le(end, lo) && smt::le(hi, start) && smt::le(hi, lo)),
                             "the second loop goes on where the first ends"));
    out.back().hint = "shift_loop moves the start of a loop; assert that the bounds come in this order";
    if (s.first.mode == ir::LoopMode::par) out.push_back(no_races(step, s));
    if (!s.as_written) out.push_back(windows_in_bounds(step, s));
    return out;
  }

  static ir::ProcRef joined(StepContext& step, const Shape& s) {
    return preview(step, [&](Edit& edit) { rewrite(step, s, edit); });
  }

  // Bodies may do the same by way of other windows: what is compared are the elements of buffers.
  static Obligation windows_in_bounds(StepContext& step, const Shape& s) {
    auto queries = [&step, s] {
      std::vector<smt::Query> out;
      const ir::ProcRef after = joined(step, s);
      Lowering lower = step.lower_of(*after);
      analysis::Facts places(lower, *after);
      const ir::AliasRoots roots(*after);
      for_each_place(*after, {s.at}, [&](const Path& at, const ir::Stmt& stmt) {
        const auto ask = [&](ir::Sym name, Formula inside) {
          out.push_back({"", fmt::format("the used part of {} lies in it", name.text()), places.at(at), inside});
        };
        const auto element = [&](ir::Sym name, const std::vector<ir::Expr>& idx) {
          if (!idx.empty() && roots.of(name) != name) ask(name, analysis::element_in_bounds(lower, name, idx));
        };
        if (const auto* n = stmt.as<ir::Assign>()) element(n->name, n->idx);
        if (const auto* n = stmt.as<ir::Reduce>()) element(n->name, n->idx);
        for (const ir::Expr& top : ir::expressions(stmt))
          ir::for_each_expr(top, [&](const ir::Expr& e) {
            if (const auto* n = e.as<ir::Read>()) element(n->name, n->idx);
            if (const auto* n = e.as<ir::WindowExpr>()) ask(n->base, analysis::window_in_bounds(lower, *n));
          });
      });
      return out;
    };
    return {"S4", {{"", queries}}, s.at, "inline_window the windows first, or make them as large as both loops need"};
  }

  static Obligation no_races(StepContext& step, const Shape& s) {
    auto queries = [&step, s] {
      const ir::ProcRef after = joined(step, s);
      Lowering lower = step.lower_of(*after);
      return iterations_do_not_race(lower, *after, s.at, s.first.body, s.first.body);
    };
    return {"S3", {{"", queries}}, s.at, "leave them two loops: the second starts when the first is done"};
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    const SrcLoc loc = ir::stmt_at(edit.proc(), s.at)->loc();
    forget_expressions(edit, [at = s.at](const Path& p) {
      const bool is_end_of_first = p.steps == at.steps && p.exprs.front() == 1;
      return is_end_of_first || ir::passes(p, at.sibling(1));
    });
    merge_scopes(edit, s.at, ir::Stmt(ir::For{s.first.iter, s.first.lo, s.second.hi, s.first.body, s.first.mode}, loc),
                 0, 0, same_form(s.first.body, s.second.body) ? Contents::moved : Contents::gone);
  }

  // Statement for statement: bodies that do the same may make other windows on the way.
  static bool same_form(const ir::Block& a, const ir::Block& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const ir::Stmt& x, const ir::Stmt& y) {
      const bool alike = x.match([&](const auto& n) { return y.as<std::remove_cvref_t<decltype(n)>>() != nullptr; });
      if (!alike) return false;
      for (ir::Branch branch : {ir::Branch::body, ir::Branch::orelse}) {
        const ir::Block *in_x = ir::branch(x, branch), *in_y = ir::branch(y, branch);
        if (in_x && in_y && !same_form(*in_x, *in_y)) return false;
      }
      return true;
    });
  }
};

}  // namespace

Primitive join_loops_primitive() {
  return describe<JoinLoops>("join_loops", "loops", "join two loops where the second continues the range of the first");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc join_loops(const Proc& p, const LoopPlace& first, const LoopPlace& second) {
  return rewrite::apply<rewrite::JoinLoops>("join_loops", p, {{first}, {second}});
}

}  // namespace tessera
