def p(n: size, A: f32[n] @ DRAM):
    x: f32[2, 3] @ DRAM
    x[0, 0] = 1.0
    if stride(x, 0) == 3:
        A[0] = x[0, 0]
---- schedule
p = unroll_buffer(p, 'x', 0)
---- expect error unroll_buffer.R5
this is the stride of the dimension
