def fill(n: size, A: [f32][4 * n]):
    for i in seq(0, 4 * n):
        A[i] = 1.0
def p(m: size, X: f32[8 * m]):
    for i in seq(0, 8 * m):
        X[i] = 1.0
---- schedule
p = replace(p, 'for i in _: _', fill)
---- expect
def p(m: size, X: f32[8 * m] @ DRAM):
    fill(2 * m, X[0:8 * m])
