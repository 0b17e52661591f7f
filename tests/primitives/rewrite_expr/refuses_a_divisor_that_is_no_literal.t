def p(n: size, A: f32[2]):
    for i in seq(0, n):
        A[i % 2] = 1.0
---- schedule
p = rewrite_expr(p, p.find('A[_] = _').child(0).child(1), '2 * 2 - 2')
---- expect error rewrite_expr.R2
