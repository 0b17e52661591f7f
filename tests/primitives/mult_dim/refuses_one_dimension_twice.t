def p(n: size, A: f32[n] @ DRAM):
    x: f32[4, 4] @ DRAM
    x[0, 0] = A[0]
---- schedule
p = mult_dim(p, 'x', 1, 1)
---- expect error mult_dim.R2
x has 2 dimensions
