// SPDX-License-Identifier: Apache-2.0
// call_eqv — call another procedure that was made from the same one.
//   f(a, b)   -->   g(a, b)
// Args:    other: what is called instead.
// Shape:   R1 both take the same kinds of arguments.
// Safety:  S1 both come from one procedure by steps that keep the meaning; the preconditions of g hold and the
// arguments
//          stay apart.
//          S2 where g is equal to f but for some configuration fields: nothing reads these before they are written
//          again.
//          S3 a field has the same value after either call: then S2 does not matter for it.
//          S4 in a parallel loop: g writes no field, and iterations do not meet in what g reads and writes.
//          S5 on the way from f to g no step changed the arguments or the asserts: another may have used what was so.
// Forward: every cursor stays valid.
// The caller may end with other values in the fields of S2: then the result is equal but for these fields.
// Example: calls_a_scheduled_form
#include <fmt/format.h>

#include <algorithm>

#include "dsl/analysis/call.hpp"
#include "dsl/analysis/field_values.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/fields.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

// The last version that both are made from, with what the steps since then changed and leaned on.
struct CommonAncestor {
  bool found = false;
  std::string other_contract;  // a step that changed it, if any
  std::set<std::string> modulo;
  std::vector<std::string> unsafe;
};

// The versions that this one was made from, itself first.
std::vector<const Version*> ancestors(const VersionRef& v) {
  std::vector<const Version*> out{v.get()};
  while (out.back()->parent) out.push_back(out.back()->parent.get());
  return out;
}

CommonAncestor common_ancestor(const VersionRef& a, const VersionRef& b) {
  const std::vector<const Version*> x = ancestors(a), y = ancestors(b);
  auto common = std::find_first_of(x.begin(), x.end(), y.begin(), y.end());
  CommonAncestor out;
  out.found = common != x.end();
  if (!out.found) return out;
  auto add = [&](const Version* v) {
    out.modulo.insert(v->step.modulo.begin(), v->step.modulo.end());
    out.unsafe.insert(out.unsafe.end(), v->step.unsafe.begin(), v->step.unsafe.end());
    if (!v->step.equivalent) out.other_contract = fmt::format("{} made {} another", v->step.primitive, v->ir->name);
  };
  std::for_each(x.begin(), common, add);
  std::for_each(y.begin(), std::find(y.begin(), y.end(), *common), add);
  return out;
}

struct CallEqv {
  struct Args {
    CallPlace call;
    Proc other;
    static constexpr auto fields() {
      return std::tuple{required("call", &Args::call), required("other", &Args::other)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "both procedures take the same kinds of arguments"},
      {"S1", "both procedures come from one by steps that keep the meaning, and the arguments stay apart"},
      {"S2", "nothing reads the fields that the procedures leave with other values"},
      {"S3", "a field has the same value after either call", true},
      {"S4", "in a parallel loop the iterations stay independent"},
      {"S5", "no step on the way from one to the other changed the arguments or the asserts"}};

  struct Shape {
    Path at;
    ir::Call from, to;
    CommonAncestor origin;
    std::vector<FieldChange> changes;
  };

  static bool same_kind(const ir::Arg& a, const ir::Arg& b) {
    return a.type.scalar == b.type.scalar && a.type.shape.size() == b.type.shape.size() &&
           a.type.is_window == b.type.is_window;
  }

  static Shape shape(StepContext& step, const Args& a) {
    Path at = step.call(a.call);
    const ir::Call& call = *ir::stmt_at(step.ir(), at)->as<ir::Call>();
    const auto &x = call.callee->args, &y = a.other.ir().args;
    if (!std::equal(x.begin(), x.end(), y.begin(), y.end(), same_kind))
      step.refuse("R1", at, fmt::format("{} and {} take other arguments", call.callee->name, a.other.name()));
    Proc callee(call.callee, step.proc().context());
    Shape s{at, call, {a.other.ref(), call.args}, common_ancestor(callee.version(), a.other.version()), {}};
    for (const std::string& field : s.origin.modulo) s.changes.push_back(change(step, s, field));
    return s;
  }

  static FieldChange change(StepContext& step, const Shape& s, const std::string& field) {
    FieldChange out{field, false, {}};
    out.same = step.prove_and_record("S3", {same_after(step, s, field)});
    if (!out.same) out.use = use_by_either(step, s, field);
    return out;
  }

  // In a loop g may read, in a later iteration, what it left in one field, and leave another the worse for it.
  static analysis::FieldUse use_by_either(StepContext& step, const Shape& s, const std::string& field) {
    const ir::ProcRef after = preview(step, [&](Edit& edit) { rewrite(step, s, edit); });
    const analysis::FieldUse x = analysis::use_after(step.ir(), s.at.sibling(1), field);
    const analysis::FieldUse y = analysis::use_after(*after, s.at.sibling(1), field);
    return {x.reader ? x.reader : y.reader, x.leaves || y.leaves};
  }

  // Follows the field through the one call and through the other, from the same values.
  static smt::Query same_after(StepContext& step, const Shape& s, const std::string& field) {
    ir::Procedure both = step.ir();  // a procedure that writes what either callee writes
    both.body.push_back(ir::Stmt(s.to));
    Lowering lower(step.terms(), both);
    std::vector<Formula> facts;
    analysis::FieldFlow flow = analysis::flow_to(lower, both, s.at, facts);
    const analysis::FieldValues before = flow.values();
    auto following = [&](const ir::Call& call) {
      flow.resume(before);
      flow.pass(ir::Stmt(call));
      const std::vector<Formula>& more = flow.values().facts;
      facts.insert(facts.end(), more.begin(), more.end());
      auto it = flow.values().control.find(field);
      return it == flow.values().control.end() ? lower.entry_value(field) : it->second;
    };
    const Formula goal = smt::eq(following(s.from), following(s.to));
    return {"", fmt::format("{} is the same after either call", field), facts, goal};
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    std::vector<Obligation> out{{"S1", {{"", [&step, &s] { return have_common_origin(step, s); }}}, s.at, ""}};
    for (const FieldChange& c : s.changes) out.push_back(unread("S2", c, s.at));
    out.push_back({"S4", {{"", [&step, &s] { return independent(step, s); }}}, s.at, ""});
    const std::string& change = s.origin.other_contract;
    Obligation contract = analysis::obligation("S5", s.at, {}, Formula::constant(change.empty()),
                                               fmt::format("{} and {} are of one contract{}", s.from.callee->name,
                                                           s.to.callee->name, change.empty() ? "" : ": " + change));
    contract.hint = "change the contract first, and make both from what comes of that";
    out.push_back(contract);
    return out;
  }

  static std::vector<smt::Query> have_common_origin(StepContext& step, const Shape& s) {
    std::vector<smt::Query> out{{"",
                                 fmt::format("{} and {} have one origin", s.from.callee->name, s.to.callee->name),
                                 {},
                                 Formula::constant(s.origin.found)}};
    Lowering lower = step.fresh_lower();
    const std::vector<Formula> facts = analysis::facts_and_fields_at(lower, step.ir(), s.at);
    analysis::CallConditions c = analysis::call_conditions(lower, s.to, facts);
    // Asserts are the same, but steps may have used them since; and the other may write what this one only reads.
    out.insert(out.end(), c.aliasing.begin(), c.aliasing.end());
    out.insert(out.end(), c.asserts.begin(), c.asserts.end());
    return out;
  }

  static std::vector<smt::Query> independent(StepContext& step, const Shape& s) {
    auto is_parallel = [&](const Path& p) {
      const auto* loop = ir::stmt_at(step.ir(), p)->as<ir::For>();
      return loop && loop->mode == ir::LoopMode::par;
    };
    const std::vector<Path> around = ir::ancestor_paths(s.at);
    if (std::none_of(around.begin(), around.end(), is_parallel)) return {};
    const bool quiet = analysis::written_configs(s.to.callee->body).empty();
    std::vector<smt::Query> out{
        {"", fmt::format("{} writes no configuration field", s.to.callee->name), {}, Formula::constant(quiet)}};
    const ir::ProcRef after = preview(step, [&](Edit& edit) { rewrite(step, s, edit); });
    // Also of what it only reads: it may read more than the other did.
    const Lowering lower = step.lower_of(*after);
    for (const ir::Sym buffer : buffers_passed(*after, s.to)) {
      std::vector<smt::Query> more = free_of_races(lower, *after, around.front(), s.at, buffer);
      out.insert(out.end(), more.begin(), more.end());
    }
    return out;
  }

  static std::set<ir::Sym> buffers_passed(const ir::Procedure& proc, const ir::Call& call) {
    const ir::AliasRoots roots(proc);
    std::set<ir::Sym> out;
    for (const ir::Expr& arg : call.args)
      if (const ir::Sym name = passed(arg)) out.insert(roots.of(name));
    return out;
  }

  static std::set<std::string> modulo(const Shape& s) { return left_changed(s.changes); }
  // What a step between the two forms assumed is assumed here too.
  static std::vector<std::string> unsafe(const Shape& s) { return s.origin.unsafe; }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    SrcLoc loc = ir::stmt_at(edit.proc(), s.at)->loc();
    edit.update(s.at, ir::Stmt(s.to, loc));
  }
};

}  // namespace

Primitive call_eqv_primitive() {
  return describe<CallEqv>("call_eqv", "procedures", "call another procedure that was made from the same one");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc call_eqv(const Proc& p, const CallPlace& call, const Proc& other) {
  return rewrite::apply<rewrite::CallEqv>("call_eqv", p, {{call}, other});
}

}  // namespace tessera
