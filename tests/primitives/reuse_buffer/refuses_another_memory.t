def p(n: size, A: f32[n] @ DRAM):
    x: f32[4] @ DRAM_STACK
    x[0] = A[0]
    y: f32[4] @ DRAM
    y[0] = A[0]
---- schedule
p = reuse_buffer(p, 'x', 'y')
---- expect error reuse_buffer.R3
@ DRAM_STACK
