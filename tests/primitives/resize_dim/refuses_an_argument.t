def p(n: size, A: f32[n] @ DRAM):
    A[0] = 0.0
---- schedule
p = resize_dim(p, 'A', 0, 1, 0)
---- expect error resize_dim.R1
A is an argument
