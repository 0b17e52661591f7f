// SPDX-License-Identifier: Apache-2.0
// eliminate_dead_code — drop a branch that is never taken, or a loop that never runs.
//   if c: A else: B     -->   A   when c always holds;   B   when it never does
//   for i in seq(a,b): A   -->   nothing when b <= a
// Args:    statement: the if or loop; a loop may be given by its counter's name.
// Shape:   R1 the statement is an if or a loop.
// Safety:  S1 the condition of the if always holds, or never.  S2 the loop runs zero times.
// Forward: the statements of the branch that stays keep their cursors.
// Example: keeps_the_branch_that_is_taken
#include "dsl/analysis/field_values.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct EliminateDeadCode {
  struct Args {
    ScopePlace statement;
    static constexpr auto fields() { return std::tuple{required("statement", &Args::statement)}; }
  };
  static constexpr Condition conditions[] = {{"R1", "the statement is an if or a loop"},
                                             {"S1", "the condition always holds, or never"},
                                             {"S2", "the loop never runs"}};

  struct Shape {
    Path at;
    ir::Stmt stmt;
    bool never = false;  ///< the condition never holds
  };

  static Shape shape(StepContext& step, const Args& a) {
    Path at = step.scope(a.statement);
    const ir::Stmt stmt = *ir::stmt_at(step.ir(), at);
    if (stmt.as<ir::For>()) return {at, stmt};
    const auto* choice = stmt.as<ir::If>();
    if (!choice) step.refuse("R1", at, "this is neither an if nor a loop");
    return {at, stmt,
            step.can_prove(facts(step, at), !step.lower().condition(choice->cond), "the condition never holds")};
  }

  static std::vector<Formula> facts(StepContext& step, const Path& at) {
    return analysis::facts_and_fields_at(step.lower(), step.ir(), at);
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    std::vector<Formula> facts = EliminateDeadCode::facts(step, s.at);
    Lowering& lower = step.lower();
    if (const auto* loop = s.stmt.as<ir::For>())
      return {analysis::obligation("S2", s.at, facts, smt::le(lower.index(loop->hi), lower.index(loop->lo)),
                                   "the loop never runs")};
    Formula condition = lower.condition(s.stmt.as<ir::If>()->cond);
    return {analysis::obligation("S1", s.at, facts, s.never ? !condition : condition,
                                 s.never ? "the condition never holds" : "the condition always holds")};
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    const auto* choice = s.stmt.as<ir::If>();
    if (!choice || (s.never && choice->orelse.empty())) return erase_or_pass(edit, s.at);
    edit.unwrap(s.at, s.never ? ir::Branch::orelse : ir::Branch::body);
  }
};

}  // namespace

Primitive eliminate_dead_code_primitive() {
  return describe<EliminateDeadCode>("eliminate_dead_code", "loops",
                                     "drop a branch that is never taken, or a loop that never runs");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc eliminate_dead_code(const Proc& p, const ScopePlace& statement) {
  return rewrite::apply<rewrite::EliminateDeadCode>("eliminate_dead_code", p, {{statement}});
}

}  // namespace tessera
