def fill(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(A: f32[3, 8] @ DRAM):
    for k in seq(0, 2):
        fill(4, A[k + 1, 4 * k:4 * k + 4])
---- schedule
p = inline(p, 'fill(_)')
---- expect
def p(A: f32[3, 8] @ DRAM):
    for k in seq(0, 2):
        for i in seq(0, 4):
            A[k + 1, 4 * k + i] = 1.0
