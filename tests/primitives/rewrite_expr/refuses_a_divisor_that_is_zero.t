def p(n: size, A: f32[n]):
    if n < 1:
        for i in seq(0, n / 2):
            A[i] = 1.0
---- schedule
p = rewrite_expr(p, p.find('for i in _: _').child(1).child(1), '0')
---- expect error rewrite_expr.R2
