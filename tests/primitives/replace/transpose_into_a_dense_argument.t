def tr(n: size, m: size, x: f32[n, m] @ DRAM, y: f32[m, n] @ DRAM):
    for i in seq(0, n):
        for j in seq(0, m):
            y[j, i] = x[i, j]
def p(n: size, A: f32[n, 8] @ DRAM, B: f32[8, n] @ DRAM):
    for i in seq(0, n):
        for j in seq(0, 8):
            B[j, i] = A[i, j]
---- schedule
p = replace(p, 'for i in _: _', tr)
---- expect
def p(n: size, A: f32[n, 8] @ DRAM, B: f32[8, n] @ DRAM):
    tr(n, 8, A, B)
