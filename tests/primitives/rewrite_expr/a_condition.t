def p(n: size, A: f32[n]):
    for i in seq(0, n):
        if i % 2 == 0 and i < n:
            A[i] = 1.0
---- schedule
p = rewrite_expr(p, 'i % 2 == 0 and i < n', 'i / 2 == (i + 1) / 2')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        if i / 2 == (i + 1) / 2:
            A[i] = 1.0
