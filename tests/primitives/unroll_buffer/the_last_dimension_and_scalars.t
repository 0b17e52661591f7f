def p(n: size, A: f32[n, 2] @ DRAM):
    for i in seq(0, n):
        x: f32[2] @ DRAM
        for j in seq(0, 2):
            x[j] = A[i, j]
        for j in seq(0, 2):
            A[i, j] = x[1 - j]
---- schedule
p = unroll_loop(p, 'j')
p = unroll_loop(p, 'j')
p = unroll_buffer(p, 'x', 0)
---- expect
def p(n: size, A: f32[n, 2] @ DRAM):
    for i in seq(0, n):
        x_0: f32 @ DRAM
        x_1: f32 @ DRAM
        x_0 = A[i, 0]
        x_1 = A[i, 1]
        A[i, 0] = x_1
        A[i, 1] = x_0
