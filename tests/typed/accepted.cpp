// SPDX-License-Identifier: Apache-2.0
// All of this compiles: patterns, cursors of known kinds that fit, and dynamic ones.
#include <string>

#include "tessera/tessera.hpp"

using namespace tessera;

void places(Proc p, StmtCursor stmt, LoopCursor loop, IfCursor choice, AllocCursor alloc, CallCursor call,
            ExprCursor expr, BlockCursor block, GapCursor gap, ArgCursor arg, Cursor found, std::string pattern) {
  reorder_loops(p, "i j");
  reorder_loops(p, pattern);
  reorder_loops(p, found);
  reorder_loops(p, loop);
  unroll_loop(p, stmt);
  unroll_loop(p, p.find("i"));
  unroll_loop(p, p.find_loop("i"));
  unroll_loop(p, block[0]);
  divide_loop(p, loop, 4, {"io", "ii"}, Tail::cut);
  fission(p, gap);
  fission(p, stmt.after());
  autofission(p, "x = _");
  bind_expr(p, expr, "x");
  bind_expr(p, stmt.rhs(), "x");
  stage_mem(p, block, "A[0:4]", "a", Staging::accum);
  stage_mem(p, loop, "A[0:4]", "a");
  stage_mem(p, loop.body(), "A[0:4]", "a");
  lift_alloc(p, alloc);
  autolift_alloc(p, alloc, 1, LiftMode::col, 0, LiftDims::used);
  set_memory(p, arg, ir::dram());
  set_memory(p, alloc, ir::dram());
  set_window(p, p.find_alloc_or_arg("A"), ArgForm::dense);
  inline_call(p, call);
  lift_scope(p, choice);
  lift_scope(p, loop);
  replace(p, stmt, p);
  simplify(p, block.parent());
  fuse(p, loop, loop.next());
  add_loop(p, stmt, "i", "4");
  insert_pass(p, block.before());
  rewrite_expr(p, expr.lhs(), "0");
  reuse_buffer(p, alloc, "b");
  write_config(p, gap, nullptr, "f", "1");
  delete_config(p, stmt);
}

void moves(Proc p, StmtCursor stmt, LoopCursor loop, ExprCursor expr, BlockCursor block, GapCursor gap) {
  LoopCursor i = p.find("for i in _: _").as_loop(), j = stmt.as_loop(), k = p.forward(i);
  GapCursor later = p.forward(gap);
  ExprCursor bound = loop.hi(), side = expr.lhs();
  StmtCursor around = gap.parent(), whole = expr.statement(), first = block.slice(0, 2)[0];
  Cursor any = gap, other = p.forward(any);
}
