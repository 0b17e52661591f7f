def p(n: size, A: f32[n] @ DRAM):
    x: f32[3, 2] @ DRAM
    x[0, 0] = 1.0
    if stride(x, 0) == 2:
        A[0] = x[0, 0]
---- schedule
p = unroll_buffer(p, 'x', 1)
---- expect error unroll_buffer.R5
the strides of x change
