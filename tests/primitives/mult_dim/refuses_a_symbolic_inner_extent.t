def p(n: size, A: f32[n] @ DRAM):
    x: f32[4, n] @ DRAM
    x[0, 0] = A[0]
---- schedule
p = mult_dim(p, 'x', 0, 1)
---- expect error mult_dim.R2
the extent of dimension 1 is n
