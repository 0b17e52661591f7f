// SPDX-License-Identifier: Apache-2.0
// rewrite_expr — write an expression in another way.
//   s(e)   -->   s(e')
// Indices, bounds and conditions may be any that are proved equal; data has the same operations, `+` and `*` in either
// order, on elements whose indices are proved equal.
// Shape:   R1 the new expression has a meaning there.
//          R2 both are values of one type: an integer, a condition, or data of the same type; a literal factor or
//          divisor of an index stays one.
//          R3 data: both have the same operations, on the same buffers.
// Safety:  S1 both are equal under what holds at the statement.
// Forward: the expression stays; what is below it is gone.
// Example: an_index_that_is_equal_under_the_assert
#include <fmt/format.h>

#include "dsl/analysis/same.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/writes.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::rewrite {
namespace {

struct RewriteExpr {
  struct Args {
    ExprPlace expr;
    Text value;
    static constexpr auto fields() {
      return std::tuple{required("expr", &Args::expr), required("value", &Args::value)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the new expression has a meaning at this place"},
      {"R2",
       "both are values of one type: an integer, a condition, or data of the same type; a literal factor or divisor of "
       "an index stays one"},
      {"R3", "data: both have the same operations, on the same buffers"},
      {"S1", "both expressions are equal there"}};

  struct Shape {
    Path at;
    ir::Expr before, after;
    std::vector<smt::Query> queries;
  };

  static Shape shape(StepContext& step, const Args& a) {
    Shape s;
    s.at = step.expr(a.expr);
    s.before = *ir::expr_at(step.ir(), s.at);
    require_value(step, s.at, s.before);
    s.after = parsed(step, a.value, s.at, s.before.type()).at(s.before.loc());
    require_value(step, s.at, s.after);
    if (kind(s.before) != kind(s.after))
      step.refuse("R2", s.at,
                  fmt::format("one is {}, the other {}", ir::name(s.before.type()), ir::name(s.after.type())));
    require_literal_stays(step, s);
    s.queries = equality(step, s);
    return s;
  }

  // Products and quotients of indices have a literal on one side, and divisors are positive.
  static void require_literal_stays(const StepContext& step, const Shape& s) {
    const std::int64_t* after = ir::literal(s.after);
    if (!ir::literal(s.before) || (after && *after > 0) || s.at.exprs.size() < 2) return;
    const ir::Expr whole = *ir::expr_at(step.ir(), s.at.parent());
    const auto* around = whole.as<ir::Binary>();
    const bool divides = around && (around->op == ir::BinOp::div || around->op == ir::BinOp::mod);
    if (divides || (around && around->op == ir::BinOp::mul && !after))
      step.refuse("R2", s.at, fmt::format("{} is a factor or divisor of an index", ir::print(s.before)));
  }

  static ir::Expr parsed(const StepContext& step, const Text& text, const Path& at, ir::Scalar type) {
    ir::Expr e;
    try {
      e = step.parse_expr(text, at.stmt());
    } catch (const InputError& error) {
      step.refuse("R1", at, fmt::format("'{}' has no meaning here: {}", text.text, error.diagnostic().message));
    }
    if (!ir::is_data(type)) return e;
    // A whole number alone reads as an index.
    if (const std::int64_t* number = ir::literal(e)) return ir::float_lit(static_cast<double>(*number), type);
    if (const auto* number = e.as<ir::FloatLit>()) return ir::float_lit(number->value, type);
    return e;
  }

  static void require_value(const StepContext& step, const Path& at, const ir::Expr& e) {
    const auto* r = e.as<ir::Read>();
    const bool is_tensor = r && r->idx.empty() && step.declared(r->name).type.is_tensor();
    if (e.as<ir::WindowExpr>() || is_tensor)
      step.refuse("R2", at, fmt::format("{} is a window or a whole tensor", ir::print(e, ir::Names(step.ir()))));
  }

  // All integers of control are of one kind.
  static ir::Scalar kind(const ir::Expr& e) { return ir::is_integer_control(e.type()) ? ir::Scalar::index : e.type(); }

  static std::vector<smt::Query> equality(StepContext& step, const Shape& s) {
    Lowering& lower = step.lower();
    std::vector<Formula> facts = step.facts(s.at.stmt());
    const std::string text = fmt::format("{} is {}", ir::print(s.before), ir::print(s.after));
    if (kind(s.before) == ir::Scalar::index)
      return {{"", text, facts, smt::eq(lower.index(s.before), lower.index(s.after))}};
    if (kind(s.before) == ir::Scalar::bool_) {
      const Formula a = lower.condition(s.before), b = lower.condition(s.after);
      return {{"", text, facts, (!a || b) && (!b || a)}};
    }
    const ir::Sym name = ir::Sym::fresh("value");
    auto value = [&](const ir::Expr& e) { return ir::Block{ir::Stmt(ir::Assign{name, {}, e, e.type()})}; };
    auto queries = analysis::same_program(lower, value(s.before), value(s.after), facts);
    if (!queries)
      step.refuse("R3", s.at, fmt::format("'{}' and '{}' differ", ir::print(s.before), ir::print(s.after)),
                  "commute_expr and left_reassociate_expr change the order of operations");
    return *queries;
  }

  static std::vector<Obligation> safety(StepContext&, const Shape& s) {
    auto queries = [list = s.queries] { return list; };
    return {{"S1", {{"", queries}}, s.at, "assert what makes them equal, or guard the statement with an if"}};
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) { edit.become_expr(s.at, s.after); }
};

}  // namespace

Primitive rewrite_expr_primitive() {
  return describe<RewriteExpr>("rewrite_expr", "expressions", "write an expression in another way");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc rewrite_expr(const Proc& p, const ExprPlace& expr, const std::string& value) {
  return rewrite::apply<rewrite::RewriteExpr>("rewrite_expr", p, {{expr}, {value}});
}

}  // namespace tessera
