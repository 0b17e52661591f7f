def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    y: f32 @ DRAM
    for i in seq(0, n):
        A[i] = 0.0
---- schedule
p = delete_buffer(p, 'x')
p = delete_buffer(p, 'y')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 0.0
