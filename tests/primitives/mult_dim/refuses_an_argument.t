def p(n: size, A: f32[n, 4] @ DRAM):
    A[0, 0] = 0.0
---- schedule
p = mult_dim(p, 'A', 0, 1)
---- expect error mult_dim.R1
A is an argument
