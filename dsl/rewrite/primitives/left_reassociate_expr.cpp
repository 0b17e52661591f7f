// SPDX-License-Identifier: Apache-2.0
// left_reassociate_expr — compute the first two of three terms or factors first.
//   a + (b + c)   -->   (a + b) + c          a * (b * c)   -->   (a * b) * c
// Of data or of indices. Floating-point results may be rounded otherwise.
// Shape:   R1 the expression is a sum whose second operand is a sum, or a product whose second operand is a product.
//          R2 integers of data cannot overflow in the new order.
// Forward: a, b, c and the whole stay; b + c is gone.
// Example: a_sum_and_a_product
#include <fmt/format.h>

#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/writes.hpp"

namespace tessera::rewrite {
namespace {

struct LeftReassociateExpr {
  struct Args {
    ExprPlace expr;
    static constexpr auto fields() { return std::tuple{required("expr", &Args::expr)}; }
  };
  static constexpr Condition conditions[] = {{"R1", "the expression is a + (b + c) or a * (b * c)"},
                                             {"R2", "integers of data fit their type in the new order too"}};

  struct Shape {
    Path at;
    ir::Expr before, after;
  };

  static const ir::Binary* operation(const ir::Expr& e, ir::BinOp op) {
    const auto* n = e.as<ir::Binary>();
    return n && n->op == op ? n : nullptr;
  }

  static Shape shape(StepContext& step, const Args& a) {
    const Path at = step.expr(a.expr);
    const ir::Expr whole = *ir::expr_at(step.ir(), at);
    for (ir::BinOp op : {ir::BinOp::add, ir::BinOp::mul}) {
      const ir::Binary* outer = operation(whole, op);
      const ir::Binary* inner = outer ? operation(outer->rhs, op) : nullptr;
      if (!inner) continue;
      const ir::Expr first = ir::binary(op, outer->lhs, inner->lhs).at(outer->rhs.loc());
      if (ir::is_data(whole.type())) require_same_number(step, at, whole, first);
      return {at, whole, ir::binary(op, first, inner->rhs).at(whole.loc())};
    }
    step.refuse("R1", at, "'" + ir::print(whole, ir::Names(step.ir())) + "' is not",
                "commute_expr brings the operands into this order");
  }

  static void require_same_number(const StepContext& step, const Path& at, const ir::Expr& whole,
                                  const ir::Expr& first) {
    const ir::Scalar type = ir::computed_as(whole.type());
    if (!ir::is_float(type) && !always_fits(first, type))
      step.refuse("R2", at,
                  fmt::format("'{}' need not fit {}", ir::print(first, ir::Names(step.ir())), ir::name(type)));
  }

  static std::vector<Obligation> safety(StepContext&, const Shape&) { return {}; }
  static bool reassociates(StepContext&, const Shape& s) { return ir::is_data(s.before.type()); }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    Edit plain(edit.result());
    plain.become_expr(s.at, s.after);
    edit.set_body(plain.proc().body, [at = s.at](const Path& p) -> std::optional<Path> {
      const std::size_t depth = at.exprs.size();
      if (!ir::is_within(p, at) || p == at) return p;
      Path out = p;
      auto place = out.exprs.begin() + static_cast<long>(depth);
      if (*place == 0) {  // a
        out.exprs.insert(place, 0);
        return out;
      }
      if (p.exprs.size() == depth + 1) return std::nullopt;
      if (p.exprs[depth + 1] == 0) *place = 0, *(place + 1) = 1;  // b
      else out.exprs.erase(place + 1);                            // c
      return out;
    });
  }
};

}  // namespace

Primitive left_reassociate_expr_primitive() {
  return describe<LeftReassociateExpr>("left_reassociate_expr", "expressions",
                                       "compute the first two of three terms or factors first");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc left_reassociate_expr(const Proc& p, const ExprPlace& expr) {
  return rewrite::apply<rewrite::LeftReassociateExpr>("left_reassociate_expr", p, {{expr}});
}

}  // namespace tessera
