def p(n: size, A: f32[n] @ DRAM):
    x: f32[2, n] @ DRAM
    for i in seq(0, n):
        x[0, i] = A[i]
        x[1, i] = 2.0 * A[i]
        A[i] = x[0, i] + x[1, i]
---- schedule
p = unroll_buffer(p, 'x', 0)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    x_0: f32[n] @ DRAM
    x_1: f32[n] @ DRAM
    for i in seq(0, n):
        x_0[i] = A[i]
        x_1[i] = 2.0 * A[i]
        A[i] = x_0[i] + x_1[i]
