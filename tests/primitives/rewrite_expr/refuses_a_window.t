def f(w: [f32][2]):
    w[0] = 1.0
def p(A: f32[4]):
    f(A[0:2])
---- schedule
p = rewrite_expr(p, 'A[0:2]', '3')
---- expect error rewrite_expr.R2
is a window or a whole tensor
