def p(A: f32[4]):
    A[0] = 1.0
    A[1] = 1.0
    A[2] = 1.0
---- schedule
p = reorder_stmts(p, p.body())
---- expect error reorder_stmts.R1
the block has 3 statement(s)
