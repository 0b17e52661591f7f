def p(n: size, m: size, A: f32[n, m]):
    for i in seq(0, n):
        for j in seq(0, m):
            A[i, j] += 1.0
---- schedule
p = lift_scope(p, 'j')
---- expect
def p(n: size, m: size, A: f32[n, m] @ DRAM):
    for j in seq(0, m):
        for i in seq(0, n):
            A[i, j] += 1.0
