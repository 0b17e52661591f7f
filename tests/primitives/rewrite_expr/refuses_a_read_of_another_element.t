def p(n: size, A: f32[n], B: f32[n]):
    for i in seq(0, n):
        B[i] = A[i]
---- schedule
p = rewrite_expr(p, 'A[_]', 'A[n - 1 - i]')
---- expect error rewrite_expr.S1
replayed: B[
