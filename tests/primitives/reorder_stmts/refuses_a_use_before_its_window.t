def p(A: f32[4]):
    w = A[0:2]
    w[0] = 1.0
---- schedule
p = reorder_stmts(p, 'w = _ ; w[_] = _')
---- expect error reorder_stmts.R2
the second statement uses w
