def p(A: f32[2] @ DRAM):
    A[0] = 0.0
---- schedule
p = unroll_buffer(p, 'A', 0)
---- expect error unroll_buffer.R1
A is an argument
