def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    for i in seq(0, n):
        y: f32 @ DRAM
        y = A[i]
        x = 0.0
        A[i] = y
---- schedule
p = reuse_buffer(p, 'x', 'y')
---- expect error reuse_buffer.S2
counterexample
