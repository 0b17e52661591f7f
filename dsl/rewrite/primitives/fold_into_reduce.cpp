// SPDX-License-Identifier: Apache-2.0
// fold_into_reduce — turn an assignment that adds to its own target into a reduction.
//   x = x + e   -->   x += e          x = e + x   -->   x += e
// e may read x: a reduction takes its value before it adds.
// Shape:   R1 the statement assigns a sum, of which one operand reads the buffer that is written.
// Safety:  S1 that operand reads the element that is written.
// Forward: the statement stays; e becomes its value, the sum and the read of x are gone.
// Example: an_assignment_becomes_a_reduction
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/writes.hpp"

namespace tessera::rewrite {
namespace {

struct FoldIntoReduce {
  struct Args {
    StmtPlace statement;
    static constexpr auto fields() { return std::tuple{required("statement", &Args::statement)}; }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the statement assigns a sum that begins or ends with a read of the buffer it writes"},
      {"S1", "the element that is read is the one that is written"}};

  struct Shape {
    Path at;
    SrcLoc loc;
    Write before, after;
    int kept = 1;  ///< which operand stays
    smt::Query same;
  };

  static Shape shape(StepContext& step, const Args& a) {
    Shape s;
    s.at = step.stmt(a.statement);
    const ir::Stmt& stmt = *ir::stmt_at(step.ir(), s.at);
    s.loc = stmt.loc();
    std::optional<Write> w = as_write(stmt);
    const auto* sum = w && !w->adds ? w->rhs.as<ir::Binary>() : nullptr;
    if (!sum || sum->op != ir::BinOp::add) step.refuse("R1", s.at, "this statement assigns no sum");
    s.before = *w;
    choose_operand(step, s, {sum->lhs, sum->rhs});
    const ir::Expr& rest = s.kept == 1 ? sum->rhs : sum->lhs;
    s.after = {w->name, w->idx, as_written(rest, w->type).value_or(rest), w->type, true};
    return s;
  }

  // The operand that provably reads the element; else, for the refusal, the first that reads the buffer.
  static void choose_operand(StepContext& step, Shape& s, const std::array<ir::Expr, 2>& operands) {
    std::vector<Formula> facts = step.facts(s.at);
    const analysis::Element written = target(step.lower(), s.before);
    bool found = false;
    for (int i = 0; i < 2; ++i) {
      const auto* r = operands.at(static_cast<std::size_t>(i)).as<ir::Read>();
      if (!r) continue;
      const analysis::Element read = element_of(step.lower(), r->name, r->idx);
      if (!(read.buffer == written.buffer)) continue;
      smt::Query same = same_element(facts, written, read, "the element that is read is the one that is written");
      const bool proved = step.can_prove(facts, same.goal, same.text);
      if (found && !proved) continue;
      s.kept = 1 - i;
      s.same = same;
      found = true;
      if (proved) return;
    }
    if (!found) step.refuse("R1", s.at, "no operand of the sum reads " + s.before.name.text());
  }

  static std::vector<Obligation> safety(StepContext&, const Shape& s) {
    auto query = [same = s.same] { return std::vector<smt::Query>{same}; };
    return {{"S1", {{"", query}}, s.at, ""}};
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    std::array<std::optional<int>, 2> to;
    to.at(static_cast<std::size_t>(s.kept)) = 0;
    edit.set_body(with_statement(edit.proc(), s.at, as_stmt(s.after, s.loc)),
                  operands_become_values(s.at, static_cast<int>(s.before.idx.size()), to));
  }
};

}  // namespace

Primitive fold_into_reduce_primitive() {
  return describe<FoldIntoReduce>("fold_into_reduce", "statements",
                                  "turn an assignment that adds to its own target into a reduction");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc fold_into_reduce(const Proc& p, const StmtPlace& statement) {
  return rewrite::apply<rewrite::FoldIntoReduce>("fold_into_reduce", p, {{statement}});
}

}  // namespace tessera
