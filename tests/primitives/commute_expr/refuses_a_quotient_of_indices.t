def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i / 2] = 1.0
---- schedule
p = commute_expr(p, 'i / 2')
---- expect error commute_expr.R1
