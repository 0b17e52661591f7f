def p(n: size, A: f32[n] @ DRAM):
    x: f32[2, 4] @ DRAM
    if stride(x, 0) == 4:
        A[0] = 1.0
---- schedule
p = resize_dim(p, 'x', 1, 8, 0)
---- expect error resize_dim.R5
the strides of x change
