def p(n: size, A: f32[n] @ DRAM):
    for i in par(0, n):
        x: f32 @ DRAM
        x = A[i]
        A[i] = x * x
        for j in seq(0, 1):
            y: f32 @ DRAM
---- schedule
p = reuse_buffer(p, 'x', 'y')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in par(0, n):
        x: f32 @ DRAM
        x = A[i]
        A[i] = x * x
        for j in seq(0, 1):
            pass
