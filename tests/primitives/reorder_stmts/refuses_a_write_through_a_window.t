def p(n: size, A: f32[n + 5], x: f32):
    w = A[2:6]
    w[1] = 5.0
    x = A[3]
---- schedule
p = reorder_stmts(p, 'w[_] = _ ; x = _')
---- expect error reorder_stmts.S1
replayed: x is
