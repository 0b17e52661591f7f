def p(n: size, A: f32[8] @ DRAM):
    x: f32[8] @ DRAM
    x[0] = A[0]
---- schedule
p = divide_dim(p, 'x', 1, 4)
---- expect error divide_dim.R2
x has 1 dimensions
