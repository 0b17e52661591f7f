def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 0.0
    for j in seq(0, n):
        x: f32 @ DRAM
---- schedule
p = delete_buffer(p, 'x')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 0.0
    for j in seq(0, n):
        pass
