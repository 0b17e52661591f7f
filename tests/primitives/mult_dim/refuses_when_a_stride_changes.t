def p(n: size, A: f32[n] @ DRAM):
    x: f32[4, n] @ DRAM
    if stride(x, 0) == n:
        A[0] = 1.0
---- schedule
p = mult_dim(p, 'x', 1, 0)
---- expect error mult_dim.R5
the strides of x change
