def p(n: size, A: f32[n]):
    for i in seq(0, n):
        if i % 4 == 0:
            A[i] = 1.0
---- schedule
p = rewrite_expr(p, 'i % 4 == 0', 'i % 2 == 0')
---- expect error rewrite_expr.S1
replayed: A[
