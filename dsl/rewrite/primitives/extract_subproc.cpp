// SPDX-License-Identifier: Apache-2.0
// extract_subproc — move statements into a new procedure, and call it in their place.
//   s   -->   def f(everything s uses): asserts; s       and the call f(…)
// Args:    block: what moves out.  name: that of the new procedure.
// Shape:   R1 the name is an identifier and free.  R2 nothing that they allocate is used after them.
// Safety:  S1 the new procedure's asserts (what holds at the statements) hold at the call, and its arguments are apart.
//          S2 from its asserts alone its accesses are in bounds, its calls' preconditions hold, and so on: it is a
//          procedure like any other, which is checked by itself.   S3 some arguments meet its asserts.
// Forward: the statements are gone (they live in the new procedure); all else stays.
// Example: makes_a_procedure_of_the_inner_loops
#include <fmt/format.h>

#include <map>
#include <set>

#include "dsl/analysis/call.hpp"
#include "dsl/analysis/field_values.hpp"
#include "dsl/analysis/to_expr.hpp"
#include "dsl/check/bounds.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/collect_terms.hpp"
#include "dsl/rewrite/inline.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct ExtractSubproc {
  struct Args {
    BlockPlace block;
    std::string name;
    static constexpr auto fields() {
      return std::tuple{required("block", &Args::block), required("name", &Args::name)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the name is an identifier, and no procedure that is called has it"},
      {"R2", "nothing that the statements allocate is used after them"},
      {"S1", "what the new procedure asserts holds at the call, and its arguments do not overlap"},
      {"S2", "the new procedure passes its checks by what it asserts alone"},
      {"S3", "some arguments meet what the new procedure asserts"}};

  struct Shape {
    Range range;
    ir::Call call;
  };

  static Shape shape(StepContext& step, const Args& a) {
    Range range = step.block(a.block);
    check_name(step, range.first, a.name);
    if (ir::Sym name = escaping_name(step.ir(), range))
      step.refuse("R2", range.first, name.text() + " is used after the statements");
    return {range, make_call(step, range.first, statements(step.ir(), range), a.name)};
  }

  static void check_name(StepContext& step, const Path& at, const std::string& name) {
    require_identifier(step, at, name, "R1");
    if (calls(step.ir().body, name)) step.refuse("R1", at, fmt::format("there is a procedure {} already", name));
    if (step.ir().name == name) step.refuse("R1", at, fmt::format("the procedure itself is called {}", name));
  }

  // A named window is as long as the difference of its ends, in as few words as that takes.
  static ir::Declaration declared(StepContext& step, ir::Sym s) {
    ir::Declaration d = step.declared(s);
    for (ir::Expr& e : d.type.shape) e = collect_terms(e);
    return d;
  }

  // Free names of the statements, then of the shapes and asserts that these need; arguments of the procedure come
  // first, in their order, so that sizes stand before what they measure.
  static std::vector<ir::Sym> parameters(StepContext& step, const Path& at, const ir::Block& block) {
    std::set<ir::Sym> needed;
    std::vector<ir::Sym> found = ir::free_syms(block);
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (!needed.insert(found[i]).second) continue;
      const ir::Declaration d = declared(step, found[i]);
      for (const ir::Expr& e : d.type.shape)
        for (ir::Sym s : ir::free_syms(e)) found.push_back(s);
    }
    for (const ir::Stmt& s : ir::ancestors(step.ir(), at))
      if (const auto* loop = s.as<ir::For>(); loop && needed.count(loop->iter))
        for (const ir::Expr& e : {loop->lo, loop->hi})
          for (ir::Sym v : ir::free_syms(e)) needed.insert(v), found.push_back(v);
    std::vector<ir::Sym> out;
    for (const ir::Arg& a : step.ir().args)
      if (needed.erase(a.name)) out.push_back(a.name);
    for (bool control : {true, false})
      for (ir::Sym s : found)
        if (step.declared(s).type.is_control() == control && needed.erase(s)) out.push_back(s);
    return out;
  }

  static ir::Call make_call(StepContext& step, const Path& at, const ir::Block& block, const std::string& name) {
    auto sub = std::make_shared<ir::Procedure>();
    sub->name = name;
    ir::Substitution fresh;
    std::vector<ir::Expr> args;
    std::set<ir::Sym> known;
    for (ir::Sym s : parameters(step, at, block)) {
      ir::Declaration d = declared(step, s);
      ir::Sym copy = ir::Sym::fresh(s.text());
      for (ir::Expr& e : d.type.shape) e = ir::substitute(e, fresh);
      sub->args.push_back({copy, d.type, d.mem, {}});
      fresh[s] = ir::read(copy, d.type.scalar);
      args.push_back(ir::read(s, d.type.scalar));
      known.insert(s);
    }
    std::vector<ir::Expr> holds = facts(step.ir(), at);
    for (const ir::Expr& e : field_facts(step, at, block, args)) holds.push_back(e);
    for (const ir::Expr& e : holds)
      if (all_known(e, known)) sub->asserts.push_back(ir::substitute(e, fresh));
    sub->body = ir::substitute(ir::with_fresh_binders(block), fresh);
    return {sub, args};
  }

  static bool all_known(const ir::Expr& e, const std::set<ir::Sym>& known) {
    for (ir::Sym s : ir::free_syms(e))
      if (!known.count(s)) return false;
    return true;
  }

  // The preconditions, loop ranges and guards around the statements, as expressions. Those over fields that the
  // procedure writes are left out: a field may change between the guard and the call.
  static std::vector<ir::Expr> facts(const ir::Procedure& proc, const Path& at) {
    std::vector<ir::Expr> out = proc.asserts;
    for (const Path& p : ir::ancestor_paths(at)) {
      const ir::Stmt& s = *ir::stmt_at(proc, p);
      if (const auto* loop = s.as<ir::For>()) {
        ir::Expr i = ir::read(loop->iter, ir::Scalar::index);
        out.push_back(ir::binary(ir::BinOp::le, loop->lo, i));
        out.push_back(ir::binary(ir::BinOp::lt, i, loop->hi));
      }
      if (const auto* cond = s.as<ir::If>(); cond && at.steps[p.steps.size()].branch == ir::Branch::body)
        out.push_back(cond->cond);
    }
    std::erase_if(out, [&](const ir::Expr& e) { return changes(proc.body, e); });
    return out;
  }

  // The values of such fields, where the block, or what it calls, reads them and the arguments tell them.
  static std::vector<ir::Expr> field_facts(StepContext& step, const Path& at, const ir::Block& block,
                                           const std::vector<ir::Expr>& args) {
    Lowering lower = step.fresh_lower();
    analysis::facts_and_fields_at(lower, step.ir(), at);
    std::vector<ir::Expr> sources, out;
    for (const ir::Expr& e : args)
      if (ir::is_integer_control(e.type())) sources.push_back(e);
    std::map<std::string, ir::Expr> read;
    collect_fields(block, read);
    for (const auto& [name, field] : read) {
      if (!changes(step.ir().body, field) || !ir::is_integer_control(field.type())) continue;
      if (auto value = analysis::to_expr(lower, lower.index(field), sources))
        out.push_back(ir::binary(ir::BinOp::eq, field, *value));
    }
    return out;
  }

  static void collect_fields(const ir::Block& block, std::map<std::string, ir::Expr>& out) {
    auto visit = [&](const ir::Expr& e) {
      if (const auto* n = e.as<ir::ReadConfig>()) out.emplace(analysis::field_name(*n->config, n->field), e);
    };
    ir::for_each_expr(block, visit);
    for (const ir::ProcRef& p : ir::all_called(block)) {
      for (const ir::Expr& e : p->asserts) ir::for_each_expr(e, visit);
      ir::for_each_expr(p->body, visit);
    }
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    auto lower = std::make_shared<Lowering>(step.fresh_lower());
    analysis::CallConditions c =
        analysis::call_conditions(*lower, s.call, analysis::facts_and_fields_at(*lower, step.ir(), s.range.first));
    auto queries = [c] {
      std::vector<smt::Query> all = c.asserts;
      all.insert(all.end(), c.bounds.begin(), c.bounds.end());
      all.insert(all.end(), c.aliasing.begin(), c.aliasing.end());
      return all;
    };
    return {{"S1", {{"", queries}}, s.range.first, ""}, passes_checks(step, s), can_be_called(step, s)};
  }

  static Obligation passes_checks(StepContext& step, const Shape& s) {
    auto queries = [&step, sub = s.call.callee] {
      std::vector<smt::Query> all = check::access_conditions(*sub, step.terms());
      for (smt::Query& q : all) q.text = fmt::format("in {}, {}", sub->name, q.text);
      return all;
    };
    const char* hint =
        "take in what it rests on as well, such as the write of a field or the allocation of an aligned buffer, or "
        "`assert` that in the program";
    return {"S2", {{"", queries}}, s.range.first, hint, false};
  }

  static Obligation can_be_called(StepContext& step, const Shape& s) {
    const ir::Procedure& sub = *s.call.callee;
    Lowering lower(step.terms(), sub);
    const auto proves_false = [&](const std::vector<Formula>& known) {
      return step.can_prove(known, Formula::constant(false), "the asserts never hold");
    };
    const auto index = analysis::first_contradiction(lower, sub, {}, proves_false);
    const std::string which = index ? "assert " + ir::print(sub.asserts[*index]) : "the asserts";
    Obligation out = analysis::obligation("S3", s.range.first, {}, Formula::constant(!index),
                                          fmt::format("{} of {} can hold", which, sub.name));
    out.replays = false;
    out.hint = "the statements never run: `eliminate_dead_code` removes them";
    return out;
  }

  static std::vector<ir::ProcRef> created(const Shape& s) { return {s.call.callee}; }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) { edit.replace(s.range, {ir::Stmt(s.call)}); }
};

}  // namespace

Primitive extract_subproc_primitive() {
  return describe<ExtractSubproc>("extract_subproc", "procedures",
                                  "move statements into a new procedure, and call it in their place");
}

}  // namespace tessera::rewrite

namespace tessera {

Extracted extract_subproc(const Proc& p, const BlockPlace& block, const std::string& name) {
  Proc out = rewrite::apply<rewrite::ExtractSubproc>("extract_subproc", p, {{block}, name});
  return {out, Proc(out.version()->step.created.front(), p.context())};
}

}  // namespace tessera
