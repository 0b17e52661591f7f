// SPDX-License-Identifier: Apache-2.0
// commute_expr — swap the operands of a sum or a product.
//   a + b   -->   b + a          a * b   -->   b * a
// Of data or of indices. A pattern means all its matches, one inside another too.
// Shape:   R1 every expression is a sum or a product.
// Forward: every cursor stays with its expression.
// Example: indices_too
#include <algorithm>

#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct CommuteExpr {
  struct Args {
    ExprPlace exprs;
    static constexpr auto fields() { return std::tuple{required("exprs", &Args::exprs)}; }
  };
  static constexpr Condition conditions[] = {{"R1", "every expression is a sum or a product"}};
  using Shape = std::vector<Path>;  ///< innermost first

  static Shape shape(StepContext& step, const Args& a) {
    Shape places = step.exprs(a.exprs);
    for (const Path& at : places) {
      const ir::Expr e = *ir::expr_at(step.ir(), at);
      const auto* n = e.as<ir::Binary>();
      if (!n || (n->op != ir::BinOp::add && n->op != ir::BinOp::mul))
        step.refuse("R1", at, "'" + ir::print(e, ir::Names(step.ir())) + "' is neither");
    }
    std::stable_sort(places.begin(), places.end(),
                     [](const Path& a, const Path& b) { return a.exprs.size() > b.exprs.size(); });
    return places;
  }

  static std::vector<Obligation> safety(StepContext&, const Shape&) { return {}; }

  static void rewrite(StepContext&, const Shape& places, Edit& edit) {
    Edit plain(edit.result());
    for (const Path& at : places) {
      const ir::Expr e = *ir::expr_at(plain.proc(), at);
      const auto& n = *e.as<ir::Binary>();
      plain.become_expr(at, ir::Expr(ir::Binary{n.op, n.rhs, n.lhs, n.type}, e.loc()));
    }
    edit.set_body(plain.proc().body, [places](Path p) -> std::optional<Path> {
      for (const Path& at : places)
        if (ir::is_within(p, at) && !(p == at)) p.exprs[at.exprs.size()] = 1 - p.exprs[at.exprs.size()];
      return p;
    });
  }
};

}  // namespace

Primitive commute_expr_primitive() {
  return describe<CommuteExpr>("commute_expr", "expressions", "swap the operands of sums or products");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc commute_expr(const Proc& p, const ExprPlace& exprs) {
  return rewrite::apply<rewrite::CommuteExpr>("commute_expr", p, {{exprs}});
}

}  // namespace tessera
