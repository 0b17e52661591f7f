def p(n: size, A: f32[n] @ DRAM):
    x: f32[4, 2] @ DRAM
    if stride(x, 0) == 2:
        x[0, 0] = 1.0
        A[0] = x[0, 0]
---- schedule
p = rearrange_dim(p, 'x', [1, 0])
---- expect error rearrange_dim.R4
the strides of x change
