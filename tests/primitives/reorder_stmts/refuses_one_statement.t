def p(A: f32[4]):
    A[0] = 1.0
    A[1] = 1.0
---- schedule
p = reorder_stmts(p, 'A[0] = _')
---- expect error reorder_stmts.R1
the block has 1 statement(s)
expand(0, 1)
