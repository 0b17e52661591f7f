def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = rewrite_expr(p, p.find('for i in _: _').child(1), 'n + i - i')
---- expect error rewrite_expr.R1
unknown name `i`
