def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    x[0] = A[0]
    y: f32[n + 1] @ DRAM
    y[n] = A[0]
---- schedule
p = reuse_buffer(p, 'x', 'y')
---- expect error reuse_buffer.S1
counterexample
