// SPDX-License-Identifier: Apache-2.0
// split_write — write a sum in two steps.
//   x = a + b    -->  x = a;  x += b
//   x += a + b   -->  x += a; x += b
// Shape:   R1 the statement writes a sum.
//          R2 all numbers are floating point, or all are integers; then x has room for every value of a.
// Safety:  S1 b does not read the element that is written.
// Forward: the statement stays, as the first; a and b become the two values, and their sum is gone.
// Example: an_assignment_of_a_sum
#include <fmt/format.h>

#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/writes.hpp"

namespace tessera::rewrite {
namespace {

struct SplitWrite {
  struct Args {
    StmtPlace statement;
    static constexpr auto fields() { return std::tuple{required("statement", &Args::statement)}; }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the statement assigns or adds a sum"},
      {"R2", "all numbers are of one kind, floating point or integer, and the first part fits where it goes"},
      {"S1", "the second part does not read the element that is written"}};

  struct Shape {
    Path at;
    ir::Stmt stmt;
    Write first, second;
  };

  static Shape shape(StepContext& step, const Args& a) {
    const Path at = step.stmt(a.statement);
    const ir::Stmt& stmt = *ir::stmt_at(step.ir(), at);
    std::optional<Write> w = as_write(stmt);
    const auto* sum = w ? w->rhs.as<ir::Binary>() : nullptr;
    if (!sum || sum->op != ir::BinOp::add) step.refuse("R1", at, "this statement does not");
    if (!one_kind(w->rhs, w->type)) step.refuse("R2", at, "one of the numbers is an integer and another is not");
    auto part = [&w](const ir::Expr& operand, bool adds) {
      return Write{w->name, w->idx, as_written(operand, w->type).value_or(operand), w->type, adds};
    };
    // Partial sums of a reduction count as in reach, as wherever its order changes; a value between two writes does
    // not.
    if (!w->adds && !has_room(w->type, sum->lhs))
      step.refuse("R2", at, fmt::format("the first part need not fit {}", ir::name(w->type)));
    return {at, stmt, part(sum->lhs, w->adds), part(sum->rhs, true)};
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    auto unread = [&step, s] {
      std::vector<Formula> facts = step.facts(s.at);
      return analysis::no_conflict(step.terms(), written_by(step.lower(), s.stmt),
                                   reads_of(step.lower(), s.second.rhs, s.stmt.loc()), facts);
    };
    return {{"S1", {{"", unread}}, s.at, "commute_expr puts the part that reads it first"}};
  }

  static bool reassociates(StepContext&, const Shape& s) { return s.first.adds; }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    edit.insert(s.at.sibling(1), {as_stmt(s.second, s.stmt.loc())});
    edit.set_body(with_statement(edit.proc(), s.at, as_stmt(s.first, s.stmt.loc())),
                  operands_become_values(s.at, static_cast<int>(s.first.idx.size()), {0, 1}));
  }
};

}  // namespace

Primitive split_write_primitive() {
  return describe<SplitWrite>("split_write", "statements", "write a sum in two steps");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc split_write(const Proc& p, const StmtPlace& statement) {
  return rewrite::apply<rewrite::SplitWrite>("split_write", p, {{statement}});
}

}  // namespace tessera
