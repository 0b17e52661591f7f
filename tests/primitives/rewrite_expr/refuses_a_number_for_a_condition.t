def p(n: size, A: f32[n]):
    if n > 2:
        A[0] = 1.0
---- schedule
p = rewrite_expr(p, 'n > 2', 'n')
---- expect error rewrite_expr.R2
one is bool, the other size
