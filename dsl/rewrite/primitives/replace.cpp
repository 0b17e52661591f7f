// SPDX-License-Identifier: Apache-2.0
// replace — statements become a call of a procedure (an instruction, mostly) that does the same.
//   s   -->   f(arguments that unification finds)
// Of several ways to choose the arguments the first that meets S1–S4 is taken: those in the memories that f wants
// first, then windows along the innermost dimensions.
// A buffer of type R goes where f takes a floating-point type: it is f32 until set_precision chooses, by the calls.
// Args:    by: the procedure or instruction.
// Shape:   R1 the statements unify with the body of f.  R2 nothing that they allocate is used after them.
//          R3 the procedure has another name than f.
//          R4 no argument lies in registers where f takes it elsewhere: a load is no store.
// Safety:  S1 the body of f under the arguments is the same program as the statements.
//          S2 the preconditions of f hold, stride(...) included, and windows have the shapes f wants.
//          S3 every window lies in its buffer.   S4 no argument that f writes overlaps another.
// Forward: the statements are gone; all else stays.
// Example: load_at_an_offset
#include <fmt/format.h>

#include <algorithm>

#include "dsl/analysis/call.hpp"
#include "dsl/analysis/field_values.hpp"
#include "dsl/analysis/same.hpp"
#include "dsl/check/masked_tail.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/inline.hpp"
#include "dsl/rewrite/inline_conversions.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/unify.hpp"

namespace tessera::rewrite {
namespace {

struct Replace {
  struct Args {
    BlockPlace block;
    Proc by;
    static constexpr auto fields() { return std::tuple{required("block", &Args::block), required("by", &Args::by)}; }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the statements have the shape of the procedure's body"},
      {"R2", "nothing that the statements allocate is used after them"},
      {"R3", "a procedure calls none of its own name"},
      {"R4", "no argument lies in registers of another memory than the procedure takes it in"},
      {"S1", "the procedure's body under the arguments is the same program as the statements"},
      {"S2", "the procedure's preconditions hold at the call"},
      {"S3", "every window lies in its buffer"},
      {"S4", "no argument that the procedure writes overlaps another argument"}};

  struct Shape {
    Range range;
    ir::Block block;
    ir::Call call;
  };

  static ir::Block statements(const ir::Procedure& proc, const Range& range) {
    const ir::Block& list = *ir::list_at(proc, range.first);
    auto begin = list.begin() + range.first.steps.back().index;
    return {begin, begin + range.count};
  }

  // One statement given, several wanted: the ones after it are meant as well.
  static Range extended(const ir::Procedure& proc, Range range, const ir::Procedure& callee) {
    const auto first = static_cast<std::size_t>(range.first.steps.back().index);
    if (range.count == 1) range.count = statements_wanted(*ir::list_at(proc, range.first), first, callee);
    return range;
  }

  static Shape shape(StepContext& step, const Args& a) {
    const ir::Procedure& callee = a.by.ir();
    Range range = extended(step.ir(), step.block(a.block), callee);
    ir::Block block = statements(step.ir(), range);
    check_locals(step, range);
    if (callee.name == step.ir().name)
      step.refuse("R3", range.first, "both procedures are called " + callee.name, "rename one of them first");
    Lowering lower = step.fresh_lower();
    analysis::facts_at(lower, step.ir(), range.first);
    lower.know_fields(analysis::invariant_fields(step.ir(), block));
    Unification found = unify(lower, block, callee);
    if (found.candidates.empty())
      step.refuse("R1", range.first, fmt::format("does not unify with {}: {}", callee.name, found.mismatch.why),
                  hint(callee, found.mismatch));
    Shape out = best(step, a.by, range, block, found.candidates);
    check_registers(step, out);
    return out;
  }

  // What lies in DRAM yet may be put into registers by a later step; what lies in registers was put there.
  static void check_registers(const StepContext& step, const Shape& s) {
    const ir::Procedure& callee = *s.call.callee;
    for (std::size_t i = 0; i < s.call.args.size(); ++i) {
      const ir::Arg& param = callee.args[i];
      const ir::Sym buffer = passed(s.call.args[i]);
      if (!buffer || !param.type.is_tensor()) continue;
      const ir::MemoryRef held = step.declared(buffer).mem;
      if (held && held->is_register() && held->name != param.mem->name)
        step.refuse("R4", s.range.first,
                    fmt::format("{} lies in {}, and {} takes its {} in {}", buffer.text(), held->name, callee.name,
                                param.name.text(), param.mem->name),
                    "choose the instruction for the other direction, or set_memory");
    }
  }

  static std::string hint(const ir::Procedure& callee, const Mismatch& m) {
    std::string out = fmt::format("{} has `{}` where the program has `{}`", callee.name, m.wanted, m.found);
    if (m.loc) out += " at " + m.loc.text();
    return m.fits.empty() ? out : out + "; " + m.fits;
  }

  // Arguments that are not (or not yet) in the memories that the procedure wants.
  static int misplaced(StepContext& step, const ir::Procedure& callee, const Candidate& c) {
    int out = 0;
    for (std::size_t i = 0; i < c.args.size(); ++i) {
      const ir::Sym buffer = passed(c.args[i]);
      if (callee.args[i].type.is_control() || !buffer) continue;
      out += step.declared(buffer).mem->name != callee.args[i].mem->name;
    }
    return out;
  }

  // The first choice that meets all conditions, of those with most arguments in the right memories; else, for the
  // refusal, the first that at least does the same.
  static Shape best(StepContext& step, const Proc& by, const Range& range, const ir::Block& block,
                    std::vector<Candidate> candidates) {
    std::stable_sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
      return misplaced(step, by.ir(), a) < misplaced(step, by.ir(), b);
    });
    std::optional<Shape> same;
    for (const Candidate& c : candidates) {
      Shape trial{range, block, {by.ref(), c.args}};
      std::vector<Obligation> conditions = safety(step, trial);
      if (!holds(step, conditions.front())) continue;
      if (std::all_of(conditions.begin() + 1, conditions.end(), [&](const Obligation& o) { return holds(step, o); }))
        return trial;
      if (!same) same = trial;
    }
    return same ? *same : Shape{range, block, {by.ref(), candidates.front().args}};
  }

  static void check_locals(StepContext& step, const Range& range) {
    if (ir::Sym name = escaping_name(step.ir(), range))
      step.refuse("R2", range.first, name.text() + " is used after the statements",
                  "give the whole block that uses it");
  }

  static bool holds(StepContext& step, const Obligation& o) {
    for (const smt::Query& q : o.strategies.front().queries())
      if (!step.can_prove(q.assumptions, q.goal, q.text)) return false;
    return true;
  }

  static std::string proposal(const StepContext& step, const ir::Call& call) {
    std::string out = "the call would be " + ir::print(ir::Stmt(call), ir::Names(step.ir()));
    out.erase(out.find_last_not_of('\n') + 1);
    return out;
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    auto lower = std::make_shared<Lowering>(step.fresh_lower());
    std::vector<Formula> facts = analysis::facts_and_fields_at(*lower, step.ir(), s.range.first);
    auto same = [lower, facts, s] {
      if (std::optional<std::string> arg = changed_argument(s.call))
        return std::vector<smt::Query>{{"",
                                        fmt::format("the procedure does not write what its argument {} reads", *arg),
                                        {},
                                        Formula::constant(false)}};
      auto queries =
          analysis::same_program(*lower, inline_conversions(s.block), inline_conversions(inlined(s.call)), facts);
      if (queries) return *queries;
      return std::vector<smt::Query>{
          {"", "the procedure's body has the structure of the statements", {}, Formula::constant(false)}};
    };
    analysis::CallConditions c = analysis::call_conditions(*lower, s.call, facts);
    auto given = [](std::vector<smt::Query> list) { return [list] { return list; }; };
    Path at = s.range.first;
    const std::string call =
        step.proc().context()->diagnostics == DiagnosticMode::suppressed ? "" : proposal(step, s.call);
    const std::string tail = check::masked_tail_hint(*s.call.callee);
    return {{"S1", {{"", same}}, at, call},
            {"S2",
             {{"", given(c.asserts)}},
             at,
             call + "; choose another procedure, or make the precondition true first (divide_loop, assert)"},
            {"S3", {{"", given(c.bounds)}}, at, call + (tail.empty() ? "" : "; " + tail)},
            {"S4", {{"", given(c.aliasing)}}, at, call + "; stage one of the arguments in a buffer of its own"}};
  }

  static bool reassociates(StepContext&, const Shape& s) {
    const auto& instr = s.call.callee->instr;
    return instr && instr->facts.count("order") && instr->facts.at("order") == "any";
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    SrcLoc loc = s.block.front().loc();
    edit.replace(s.range, {ir::Stmt(s.call, loc)});
  }
};

}  // namespace

Primitive replace_primitive() {
  return describe<Replace>("replace", "procedures", "replace statements by a call that does the same");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc replace(const Proc& p, const BlockPlace& block, const Proc& by) {
  return rewrite::apply<rewrite::Replace>("replace", p, {{block}, by});
}

}  // namespace tessera
