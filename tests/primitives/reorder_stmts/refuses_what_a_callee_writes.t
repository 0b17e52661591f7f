def f(y: [f32][4]):
    y[3] = 2.0
def p(A: f32[8], x: f32):
    f(A[2:6])
    x = A[5]
---- schedule
p = reorder_stmts(p, 'f(_) ; x = _')
---- expect error reorder_stmts.S1
replayed: x is
