def p(n: size, A: f32[n] @ DRAM):
    x: f32[2] @ DRAM
    x[0] = A[0]
---- schedule
p = unroll_buffer(p, 'x', -1)
---- expect error unroll_buffer.R2
x has 1 dimensions
