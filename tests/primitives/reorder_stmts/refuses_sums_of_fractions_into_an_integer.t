def p(A: f32[2], x: i32):
    x += A[0]
    x += A[1]
---- schedule
p = reorder_stmts(p, 'x += _ ; x += _')
---- expect error reorder_stmts.S1
