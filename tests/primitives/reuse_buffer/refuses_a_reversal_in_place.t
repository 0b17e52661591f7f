def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    for i in seq(0, n):
        x[i] = A[i]
    y: f32[n] @ DRAM
    for i in seq(0, n):
        y[i] = x[n - 1 - i]
    for i in seq(0, n):
        A[i] = y[i]
---- schedule
p = reuse_buffer(p, 'x', 'y')
---- expect error reuse_buffer.S2
counterexample
