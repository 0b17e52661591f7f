def p(n: size, A: f32[n + 1]):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = rewrite_expr(p, p.find('A[_] = _').child(0), 'i + i / 8')
---- expect error rewrite_expr.S1
counterexample: 
