def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    x = A[0]
    for i in seq(0, n):
        A[i] = x
        y: f32 @ DRAM
        y = A[i] + 1.0
        A[i] = y
---- schedule
p = reuse_buffer(p, 'x', 'y')
---- expect error reuse_buffer.S2
counterexample
