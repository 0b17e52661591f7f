def p(n: size, A: f32[8] @ DRAM):
    A[0] = 0.0
---- schedule
p = divide_dim(p, 'A', 0, 4)
---- expect error divide_dim.R1
A is an argument
