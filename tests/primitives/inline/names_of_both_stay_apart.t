def fill(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n, n] @ DRAM):
    for i in seq(0, n):
        fill(n, A[i, 0:n])
---- schedule
p = inline(p, 'fill(_)')
---- expect
def p(n: size, A: f32[n, n] @ DRAM):
    for i in seq(0, n):
        for i_1 in seq(0, n):
            A[i, i_1] = 1.0
