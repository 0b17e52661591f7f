def p(n: size, A: f32[n]):
    for i in seq(0, n):
        if i < n - 1:
            A[i] = 1.0
---- schedule
p = rewrite_expr(p, 'i < n - 1', '4611686018427387904 * i < 4611686018427387904 * n - 4611686018427387904')
---- expect error rewrite_expr.R1
this integer is too large for an index: at most 2147483647
