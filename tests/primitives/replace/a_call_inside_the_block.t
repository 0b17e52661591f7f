def g(n: size, x: [f32][n] @ DRAM):
    for i in seq(0, n):
        x[i] = 1.0
def f(m: size, x: [f32][m] @ DRAM):
    for i in seq(0, 3):
        g(m, x)
def p(A: f32[5, 6] @ DRAM):
    w = A[2, 0:6]
    for i in seq(0, 3):
        g(6, w)
---- schedule
p = replace(p, 'for i in _: _', f)
---- expect
def p(A: f32[5, 6] @ DRAM):
    w = A[2, 0:6]
    f(6, w[0:6])
