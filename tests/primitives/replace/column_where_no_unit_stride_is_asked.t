def scale(n: size, s: f32 @ DRAM, x: [f32][n] @ DRAM):
    for i in seq(0, n):
        x[i] = s * x[i]
def p(n: size, m: size, s: f32[m] @ DRAM, A: f32[n, m] @ DRAM):
    for j in seq(0, m):
        for i in seq(0, n):
            A[i, j] = A[i, j] * s[j]
---- schedule
p = replace(p, 'for i in _: _', scale)
---- expect
def p(n: size, m: size, s: f32[m] @ DRAM, A: f32[n, m] @ DRAM):
    for j in seq(0, m):
        scale(n, s[j], A[0:n, j])
