def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    x[0] = A[0]
---- schedule
p = resize_dim(p, 'x', 1, 1, 0)
---- expect error resize_dim.R2
x has 1 dimensions
