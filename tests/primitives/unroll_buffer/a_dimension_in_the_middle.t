def p(n: size, A: f32[n] @ DRAM):
    x: f32[n, 3, 2] @ DRAM
    for i in seq(0, n):
        x[i, 1, 0] = A[i]
        x[i, 2, 1] = 3.0
        A[i] = x[i, 1, 0] * x[i, 2, 1]
---- schedule
c = p.find('x : _')
p = unroll_buffer(p, 'x', 1)
p = delete_buffer(p, c)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    x_1: f32[n, 2] @ DRAM
    x_2: f32[n, 2] @ DRAM
    for i in seq(0, n):
        x_1[i, 0] = A[i]
        x_2[i, 1] = 3.0
        A[i] = x_1[i, 0] * x_2[i, 1]
