def fill(n: size, A: [f32][n]):
    for i in seq(0, n / 4):
        for j in seq(0, 4):
            A[4 * i + j] = 1.0
def p(X: f32[16]):
    for i in seq(0, 4):
        for j in seq(0, 4):
            X[4 * i + j] = 1.0
---- schedule
p = replace(p, 'for i in _: _', fill)
---- expect
def p(X: f32[16] @ DRAM):
    fill(16, X[0:16])
