def f(n: size, m: size, x: f32[n] @ DRAM, y: f32[m, n] @ DRAM):
    assert m >= 3
    for i in seq(0, n):
        x[i] = y[2, i]
def p(n: size, A: f32[n] @ DRAM, B: f32[n + 4, n] @ DRAM):
    for i in seq(0, n):
        A[i] = B[2, i]
---- schedule
p = replace(p, 'for i in _: _', f)
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n + 4, n] @ DRAM):
    f(n, n + 4, A, B)
