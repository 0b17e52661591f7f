// SPDX-License-Identifier: Apache-2.0
// inline_window — use the buffer in place of a name for a window of it.
//   w = A[lo:hi, j]; s(w[i], w[a:b], f(w), stride(w, 0))   -->   s(A[lo + i, j], A[lo + a:lo + b, j], f(A[lo:hi, j]),
//                                                                  stride(A, 0))
// Accesses are in bounds of the window, and the window is in bounds of the buffer.
// Shape:   R1 the statement is a window statement.
//          R2 the window reads no configuration field that is written after it: it would lie elsewhere.
// Forward: the statement is gone, or `pass` where it was the only one; all else stays, expressions but for the indices.
// Example: a_window_of_a_window
#include <fmt/format.h>

#include "dsl/analysis/to_expr.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/inline.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct InlineWindow {
  struct Args {
    StmtPlace window;
    static constexpr auto fields() { return std::tuple{required("window", &Args::window)}; }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the statement gives a window a name"},
      {"R2", "the window reads no configuration field that is written while its name is in scope"}};

  struct Shape {
    Path at;
    ir::Block body;  ///< of the procedure, with the accesses to the base
  };

  static Shape shape(StepContext& step, const Args& a) {
    Path at = step.stmt(a.window);
    const auto* stmt = ir::stmt_at(step.ir(), at)->as<ir::WindowStmt>();
    if (!stmt) step.refuse("R1", at, "this is not a window statement");
    Range scope = scope_of(step.ir(), at);
    if (changes(statements(step.ir(), scope), stmt->rhs))
      step.refuse("R2", at, "a field that the window reads is written after it");
    return {at, with_accesses(step.ir(), scope, map(step, stmt->name, *stmt->rhs.as<ir::WindowExpr>()))};
  }

  static AccessMap map(StepContext& step, ir::Sym name, const ir::WindowExpr& w) {
    auto resolved = [&step](const ir::Expr& e) { return e ? analysis::simplify_affine(step.lower(), e) : e; };
    AccessMap out;
    out.buffer = name;
    out.becomes = w.base;
    out.index = [w, resolved](const Path&, const std::vector<ir::Expr>& idx) {
      std::vector<ir::Expr> there = in_base(w, idx);
      for (ir::Expr& e : there) e = resolved(e);
      return there;
    };
    out.window = [w, resolved](const Path&, const std::vector<ir::WindowDim>& dims) {
      std::vector<ir::WindowDim> there = in_base(w, dims);
      for (ir::WindowDim& d : there) d = {resolved(d.lo), resolved(d.hi)};
      return there;
    };
    out.whole = [w](const Path&, const ir::Read&) { return ir::Expr(w); };
    out.stride = [w](const Path&, const ir::StrideOf& s) {
      return ir::Expr(ir::StrideOf{w.base, dim_in_base(w, s.dim)});
    };
    return out;
  }

  static std::vector<Obligation> safety(StepContext&, const Shape&) { return {}; }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    set_accesses(edit, s.body, Indices::moved);
    erase_or_pass(edit, s.at);
  }
};

}  // namespace

Primitive inline_window_primitive() {
  return describe<InlineWindow>("inline_window", "buffers", "use the buffer in place of a name for a window of it");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc inline_window(const Proc& p, const StmtPlace& window) {
  return rewrite::apply<rewrite::InlineWindow>("inline_window", p, {{window}});
}

}  // namespace tessera
