def p(n: size, A: f32[n] @ DRAM):
    x: f32[n, n] @ DRAM
    x[0, 0] = A[0]
---- schedule
p = rearrange_dim(p, 'x', [1, 1])
---- expect error rearrange_dim.R2
x has 2 dimensions
