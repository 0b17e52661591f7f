def fill(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n + 3] @ DRAM):
    for i in seq(3, n + 3):
        A[i] = 1.0
---- schedule
p = replace(p, 'for i in _: _', fill)
---- expect
def p(n: size, A: f32[n + 3] @ DRAM):
    fill(n, A[3:n + 3])
