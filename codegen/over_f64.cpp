// SPDX-License-Identifier: Apache-2.0
#include "codegen/over_f64.hpp"

#include <map>

#include "dsl/ir/walk.hpp"

namespace tessera::codegen {
namespace {

using ir::Stmt;

class OverF64 {
 public:
  OverF64(Widened which, const OfExpr& of_expr, const OfStmt& of_stmt)
      : which_(which), of_expr_(of_expr), of_stmt_(of_stmt) {}

  ir::Procedure of(const ir::Procedure& p) {
    ir::Procedure out = p;
    out.instr.reset();
    out.asserts.clear();
    for (ir::Arg& a : out.args) {
      if (a.type.is_control()) continue;
      a.type.scalar = widened(a.type.scalar);
      a.mem = ir::dram();
    }
    out.body = ir::map_stmts(ir::map_exprs(p.body, of_expr_),
                             [&](const Stmt& s) { return ir::Block{retyped(of_stmt_(s, p))}; });
    return out;
  }

 private:
  ir::Scalar widened(ir::Scalar type) const {
    return which_ == Widened::all || ir::is_float(type) ? ir::Scalar::f64 : type;
  }

  // Long programs call one procedure many times.
  ir::ProcRef called(const ir::ProcRef& p) {
    ir::ProcRef& known = called_[p];
    if (!known) known = std::make_shared<const ir::Procedure>(of(*p));
    return known;
  }

  Stmt retyped(const Stmt& s) {
    return s.match(
        [&](const ir::Assign& n) {
          return Stmt(ir::Assign{n.name, n.idx, n.rhs, widened(n.type)}, s.loc());
        },
        [&](const ir::Reduce& n) {
          return Stmt(ir::Reduce{n.name, n.idx, n.rhs, widened(n.type)}, s.loc());
        },
        [&](const ir::Alloc& n) {
          return Stmt(ir::Alloc{n.name, {widened(n.type.scalar), n.type.shape, false}, ir::dram()}, s.loc());
        },
        [&](const ir::For& n) {
          return Stmt(ir::For{n.iter, n.lo, n.hi, n.body, ir::LoopMode::seq}, s.loc());
        },
        [&](const ir::Call& n) {
          return Stmt(ir::Call{called(n.callee), n.args}, s.loc());
        },
        [&](const auto&) { return s; });
  }

  Widened which_;
  const OfExpr& of_expr_;
  const OfStmt& of_stmt_;
  std::map<ir::ProcRef, ir::ProcRef> called_;
};

}  // namespace

ir::Procedure over_f64(const ir::Procedure& p, Widened which, const OfExpr& of_expr, const OfStmt& of_stmt) {
  return OverF64(which, of_expr, of_stmt).of(p);
}

}  // namespace tessera::codegen
