// SPDX-License-Identifier: Apache-2.0
// lift_reduce_constant — multiply a sum once, instead of each of its terms.
//   x = 0                          -->   x = 0
//   for i in seq(a, b): x += c * e       for i in seq(a, b): x += e
//                                        x = c * x
// The reductions may stand anywhere in the loop, and c may be any factor of a product such as e * c * f.
// Shape:   R1 the block is an assignment of zero and a loop.
//          R2 all reductions of the loop to the buffer are products with one factor in common, which has its meaning
//          after the loop too.
//          R3 all numbers are floating point, and c and x of one type.
// Safety:  S1 they add to the element that starts at zero.  S2 nothing else in the loop reads or writes it.
//          S3 the loop writes nothing that c reads.
//          S4 c has a value after the loop, even if the loop does not run: it divides by nothing, calls nothing, and
//          the elements that it reads are in bounds, of arguments (others need not be written yet), and written in no
//          parallel loop around; or one of the sums always runs.
// Forward: the assignment and the loop stay, and the statements in it; what is below the values of the sums is gone.
// Example: the_factor_of_a_dot_product
#include <fmt/format.h>

#include <set>

#include "dsl/analysis/call.hpp"
#include "dsl/ir/equal.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/writes.hpp"

namespace tessera::rewrite {
namespace {

struct LiftReduceConstant {
  struct Args {
    BlockPlace block;  ///< the assignment and the loop, or "x = _ ; for i in _: _"
    static constexpr auto fields() { return std::tuple{required("block", &Args::block)}; }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the block is an assignment of zero and a loop"},
      {"R2", "all reductions of the loop to the buffer multiply by one factor, which has a meaning after the loop"},
      {"R3", "all numbers are floating point, the factor and the sum of one type"},
      {"S1", "the reductions go to the element that starts at zero"},
      {"S2", "nothing else in the loop reads or writes that element"},
      {"S3", "the loop writes nothing that the factor reads"},
      {"S4", "the factor has a value after the loop, even if the loop does not run"}};

  struct Shape {
    Path zero, loop;
    Write sum;      ///< the assignment of zero
    ir::Stmt nest;  ///< the loop
    SrcLoc loc;
    ir::Expr factor;
    std::vector<Path> reductions;
    Write scaled;  ///< after the loop
  };

  // ---- shape

  static Shape shape(StepContext& step, const Args& a) {
    const Range block = step.block(a.block);
    const ir::Block both = statements(step.ir(), block);
    Shape s;
    std::optional<Write> w = as_write(both[0]);
    const auto* zero = w && !w->adds ? w->rhs.as<ir::FloatLit>() : nullptr;
    if (both.size() != 2 || !zero || zero->value != 0 || !both[1].as<ir::For>())
      step.refuse("R1", block.first, "this block is not",
                  "give a pattern such as 'x = _ ; for i in _: _', or expand(0, 1) of the first statement's cursor");
    s.zero = block.first;
    s.loop = block.first.sibling(1);
    s.sum = *w;
    s.nest = both[1];
    s.loc = both[0].loc();
    collect(step, s);
    choose_factor(step, s);
    return s;
  }

  static void collect(const StepContext& step, Shape& s) {
    const ir::Sym buffer = alias_root(step, s.sum.name);
    for_each_place(step.ir(), {s.loop, 1}, [&](const Path& at, const ir::Stmt& stmt) {
      const auto* n = stmt.as<ir::Reduce>();
      if (!n || !(alias_root(step, n->name) == buffer)) return;
      if (!one_kind(n->rhs, s.sum.type) || !ir::is_float(s.sum.type))
        step.refuse("R3", at, "integers take part, which round or may overflow in another order");
      s.reductions.push_back(at);
    });
    if (s.reductions.empty()) step.refuse("R2", s.loop, fmt::format("the loop adds nothing to {}", s.sum.name.text()));
  }

  static const ir::Expr& value(const ir::Procedure& proc, const Path& at) {
    return ir::stmt_at(proc, at)->as<ir::Reduce>()->rhs;
  }

  // Of the factors that all products have, the first that the loop leaves alone; else, for the refusal, the first.
  static void choose_factor(StepContext& step, Shape& s) {
    std::vector<ir::Expr> candidates;
    factors(value(step.ir(), s.reductions.front()), candidates);
    std::erase_if(candidates, [&](const ir::Expr& c) { return !is_shared(step, s, c); });
    if (candidates.empty())
      step.refuse("R2", s.reductions.front(), "the products have no such common factor",
                  "commute or reassociate the products first");
    s.factor = candidates.front();
    for (const ir::Expr& c : candidates) {
      Shape trial = s;
      trial.factor = c;
      std::vector<smt::Query> queries = factor_keeps(step, trial);
      if (std::all_of(queries.begin(), queries.end(),
                      [&](const smt::Query& q) { return step.can_prove(q.assumptions, q.goal, q.text); })) {
        s.factor = c;
        break;
      }
    }
    const ir::Expr product = ir::binary(ir::BinOp::mul, s.factor, ir::read(s.sum.name, s.sum.idx, s.sum.type));
    std::optional<ir::Expr> typed = as_written(product, s.sum.type);
    if (!typed)
      step.refuse("R3", s.loop,
                  fmt::format("one operation would mix {} and {}", ir::name(s.factor.type()), ir::name(s.sum.type)));
    s.scaled = {s.sum.name, s.sum.idx, *typed, s.sum.type, false};
  }

  static void factors(const ir::Expr& e, std::vector<ir::Expr>& out) {
    const auto* n = e.as<ir::Binary>();
    if (!n || n->op != ir::BinOp::mul) return;
    for (const ir::Expr& side : {n->lhs, n->rhs}) {
      const auto* inner = side.as<ir::Binary>();
      if (inner && inner->op == ir::BinOp::mul) factors(side, out);
      else out.push_back(side);
    }
  }

  static bool is_shared(const StepContext& step, const Shape& s, const ir::Expr& c) {
    bool visible = true;
    ir::for_each_stmt(ir::Block{s.nest}, [&](const ir::Stmt& stmt) {
      if (ir::Sym bound = ir::bound_name(stmt)) visible = visible && !ir::mentions(c, bound);
    });
    return visible && std::all_of(s.reductions.begin(), s.reductions.end(),
                                  [&](const Path& at) { return without(value(step.ir(), at), c).has_value(); });
  }

  // The product with one factor left out.
  static std::optional<ir::Expr> without(const ir::Expr& e, const ir::Expr& factor) {
    const auto* n = e.as<ir::Binary>();
    if (!n || n->op != ir::BinOp::mul) return std::nullopt;
    if (ir::equal(n->lhs, factor)) return n->rhs;
    if (ir::equal(n->rhs, factor)) return n->lhs;
    if (auto lhs = without(n->lhs, factor)) return ir::binary(ir::BinOp::mul, *lhs, n->rhs).at(e.loc());
    if (auto rhs = without(n->rhs, factor)) return ir::binary(ir::BinOp::mul, n->lhs, *rhs).at(e.loc());
    return std::nullopt;
  }

  // ---- safety

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    auto same = [&step, s] { return same_sums(step, s); };
    auto alone = [&step, s] { return nothing_else(step, s); };
    auto keeps = [&step, s] { return factor_keeps(step, s); };
    auto total = [&step, s] { return factor_is_total(step, s); };
    auto runs = [&step, s] { return sum_runs(step, s); };
    return {{"S1", {{"", same}}, s.loop, ""},
            {"S2", {{"", alone}}, s.loop, "what reads the sum must stand after the loop: fission it"},
            {"S3", {{"", keeps}}, s.loop, ""},
            {"S4", {{"total", total}, {"runs", runs}}, s.loop, "assert that the loop runs, or guard it with an if"}};
  }

  static std::vector<smt::Query> same_sums(StepContext& step, const Shape& s) {
    std::vector<smt::Query> out;
    for (const Path& at : s.reductions) {
      std::vector<Formula> facts = step.facts(at);
      const auto& n = *ir::stmt_at(step.ir(), at)->as<ir::Reduce>();
      out.push_back(same_element(facts, target(step.lower(), s.sum), element_of(step.lower(), n.name, n.idx),
                                 "the reduction goes to the element that starts at zero"));
    }
    return out;
  }

  // The loop as it is, with the sums going elsewhere: what their values read stays.
  static std::vector<smt::Query> nothing_else(StepContext& step, const Shape& s) {
    const ir::ProcRef aside = preview(step, [&](Edit& edit) {
      for (const Path& at : s.reductions) {
        const ir::Stmt stmt = *ir::stmt_at(edit.proc(), at);
        const ir::Expr& terms = stmt.as<ir::Reduce>()->rhs;
        edit.become(at, ir::Stmt(ir::Assign{ir::Sym::fresh("term"), {}, terms, s.sum.type}, stmt.loc()));
      }
    });
    std::vector<Formula> facts = step.facts(s.zero);
    return analysis::no_conflict(step.terms(), written_by(step.lower(), as_stmt(s.sum, s.loc)),
                                 analysis::accesses(step.lower(), statements(*aside, {s.loop, 1})), facts);
  }

  static std::vector<smt::Query> factor_keeps(StepContext& step, const Shape& s) {
    std::vector<Formula> facts = step.facts(s.loop);
    return analysis::no_conflict(step.terms(), changes_of(step.lower(), {s.nest}),
                                 reads_of(step.lower(), s.factor, s.nest.loc()), facts);
  }

  static std::vector<smt::Query> factor_is_total(StepContext& step, const Shape& s) {
    std::vector<smt::Query> out;
    std::vector<Formula> facts = step.facts(s.loop);
    ir::for_each_expr(s.factor, [&](const ir::Expr& e) {
      const auto* n = e.as<ir::Binary>();
      const auto* r = e.as<ir::Read>();
      const bool partial = e.as<ir::ExternCall>() || (n && ir::is_data(n->type) && n->op == ir::BinOp::div);
      if (partial) out.push_back({"", "the factor neither divides nor calls a function", {}, Formula::constant(false)});
      if (r && ir::is_data(r->type))
        out.push_back({"", fmt::format("{} is in bounds after the loop", ir::print(e, ir::Names(step.ir()))), facts,
                       analysis::element_in_bounds(step.lower(), r->name, r->idx)});
    });
    for (smt::Query& q : reads_what_is_given(step, s)) out.push_back(std::move(q));
    return out;
  }

  // Where no sum reads the factor, its read after the loop is a new one: of what may have no value, or in a race.
  static std::vector<smt::Query> reads_what_is_given(StepContext& step, const Shape& s) {
    std::set<ir::Sym> allocated, written;
    ir::for_each_stmt(step.ir().body, [&](const ir::Stmt& stmt) {
      if (const auto* n = stmt.as<ir::Alloc>()) allocated.insert(n->name);
    });
    for (const Path& at : ir::ancestor_paths(s.loop)) {
      const ir::Stmt& around = *ir::stmt_at(step.ir(), at);
      if (const auto* loop = around.as<ir::For>(); !loop || loop->mode != ir::LoopMode::par) continue;
      for (const analysis::Access& a : changes_of(step.lower(), {around})) written.insert(a.at.buffer);
    }
    std::vector<smt::Query> out;
    for (const analysis::Access& a : reads_of(step.lower(), s.factor, s.nest.loc())) {
      const ir::Sym buffer = a.at.buffer;
      out.push_back({"",
                     buffer.text() + " is an argument, and has a value without the loop",
                     {},
                     Formula::constant(!allocated.count(buffer))});
      out.push_back(
          {"", "no parallel loop around writes " + buffer.text(), {}, Formula::constant(!written.count(buffer))});
    }
    return out;
  }

  // The first of the sums runs whenever the loop is reached: then the factor had a value already.
  static std::vector<smt::Query> sum_runs(StepContext& step, const Shape& s) {
    std::vector<smt::Query> out;
    for (const Path& at : ir::ancestor_paths(s.reductions.front())) {
      if (!ir::is_within(at, s.loop)) continue;
      const auto* loop = ir::stmt_at(step.ir(), at)->as<ir::For>();
      std::vector<Formula> facts = step.facts(at);
      Lowering& lower = step.lower();
      out.push_back({"", "the sum runs at least once", facts,
                     loop ? smt::lt(lower.index(loop->lo), lower.index(loop->hi)) : Formula::constant(false)});
    }
    return out;
  }

  static bool reassociates(StepContext&, const Shape&) { return true; }

  // ---- rewrite

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    for (const Path& at : s.reductions) {
      const ir::Stmt stmt = *ir::stmt_at(edit.proc(), at);
      Write w = *as_write(stmt);
      w.rhs = *without(w.rhs, s.factor);
      w.rhs = as_written(w.rhs, w.type).value_or(w.rhs);
      edit.become(at, as_stmt(w, stmt.loc()));
    }
    edit.insert(s.loop.sibling(1), {as_stmt(s.scaled, s.loc)});
  }
};

}  // namespace

Primitive lift_reduce_constant_primitive() {
  return describe<LiftReduceConstant>("lift_reduce_constant", "statements",
                                      "multiply a sum once, instead of each of its terms");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc lift_reduce_constant(const Proc& p, const BlockPlace& block) {
  return rewrite::apply<rewrite::LiftReduceConstant>("lift_reduce_constant", p, {{block}});
}

}  // namespace tessera
