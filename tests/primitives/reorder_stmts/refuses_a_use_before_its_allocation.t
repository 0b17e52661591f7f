def p(A: f32[4]):
    t: f32
    for i in seq(0, 4):
        t = 1.0
        A[i] = t
---- schedule
p = reorder_stmts(p, 't : _ ; for i in _: _')
---- expect error reorder_stmts.R2
the second statement uses t
