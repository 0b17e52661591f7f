def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    x[0] = A[0]
---- schedule
p = unroll_buffer(p, 'x', 0)
---- expect error unroll_buffer.R2
the extent of dimension 0 is n
