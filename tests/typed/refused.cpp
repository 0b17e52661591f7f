// SPDX-License-Identifier: Apache-2.0
// Each line marked `// error` must be refused by the compiler, and no other line.
#include "tessera/tessera.hpp"

using namespace tessera;

void places(Proc p, StmtCursor stmt, LoopCursor loop, IfCursor choice, AllocCursor alloc, CallCursor call,
            ExprCursor expr, BlockCursor block, GapCursor gap, ArgCursor arg) {
  reorder_loops(p, gap);                                // error
  reorder_loops(p, {gap});                              // error
  reorder_loops(p, expr);                               // error
  reorder_loops(p, block);                              // error
  unroll_loop(p, alloc);                                // error
  unroll_loop(p, choice);                               // error
  unroll_loop(p, call);                                 // error
  unroll_loop(p, 1);                                    // error
  unroll_loop(p, loop.before());                        // error
  unroll_loop(p, loop.hi());                            // error
  unroll_loop(p, loop.body());                          // error
  divide_loop(p, arg, 4, {"io", "ii"}, Tail::cut);      // error
  divide_loop(p, loop, 4, {"io", "ii"}, 1);             // error
  divide_loop(p, loop, 4, {"io", "ii"}, "cut");         // error
  divide_loop(p, loop, "4", {"io", "ii"}, Tail::cut);   // error
  fission(p, stmt);                                     // error
  fission(p, loop);                                     // error
  autofission(p, block);                                // error
  bind_expr(p, stmt, "x");                              // error
  bind_expr(p, block, "x");                             // error
  stage_mem(p, gap, "A[0:4]", "a");                     // error
  stage_mem(p, expr, "A[0:4]", "a");                    // error
  stage_mem(p, block, "A[0:4]", "a", true);             // error
  lift_alloc(p, loop);                                  // error
  lift_alloc(p, expr);                                  // error
  autolift_alloc(p, alloc, 1, "row");                   // error
  autolift_alloc(p, alloc, 1, LiftMode::row, 0, true);  // error
  set_memory(p, gap, ir::dram());                       // error
  set_memory(p, arg, "DRAM");                           // error
  set_window(p, arg, true);                             // error
  inline_call(p, loop);                                 // error
  inline_call(p, arg);                                  // error
  replace(p, block, "neon_vld_4xf32");                  // error
  replace(p, arg, p);                                   // error
  lift_scope(p, expr);                                  // error
  simplify(p, gap);                                     // error
  join_loops(p, loop, choice);                          // error
  fuse(p, gap, gap);                                    // error
  add_loop(p, gap, "i", "4");                           // error
  parallelize_loop(p, alloc);                           // error
  insert_pass(p, stmt);                                 // error
  commute_expr(p, stmt);                                // error
  reuse_buffer(p, loop, alloc);                         // error
  write_config(p, stmt, nullptr, "f", "1");             // error
}

void moves(Proc p, StmtCursor stmt, LoopCursor loop, ExprCursor expr, BlockCursor block, GapCursor gap, ArgCursor arg) {
  gap.body();                                         // error
  gap.next();                                         // error
  gap.after();                                        // error
  arg.parent();                                       // error
  arg.next();                                         // error
  expr.before();                                      // error
  expr.body();                                        // error
  expr.as_block();                                    // error
  block.body();                                       // error
  block.rhs();                                        // error
  block.cond();                                       // error
  stmt[0];                                            // error
  stmt.lhs();                                         // error
  loop.slice(0, 1);                                   // error
  LoopCursor from_dynamic = p.find("for i in _: _");  // error
  LoopCursor from_stmt = stmt;                        // error
  GapCursor from_loop = loop;                         // error
  StmtCursor from_forward = p.forward(gap);           // error
}
