def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    x[0] = A[0]
---- schedule
p = reuse_buffer(p, 'x', 'x')
---- expect error reuse_buffer.R1
both are x
