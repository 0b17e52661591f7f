def p(n: size, A: f32[n + 1], B: f32[n + 1]):
    for i in seq(0, n):
        A[i] = 1.0
    for j in seq(0, n + 1):
        B[j] = A[j]
---- schedule
p = reorder_stmts(p, 'for i in _: _ ; for j in _: _')
---- expect error reorder_stmts.S1
counterexample
