def p(n: size, A: f32[n] @ DRAM):
    x: f32[2] @ DRAM
    for i in seq(0, 2):
        x[i] = A[0]
---- schedule
p = unroll_buffer(p, 'x', 0)
---- expect error unroll_buffer.R3
the index i is not a literal in 0:2
