def p(n: size, A: f32[n, n] @ DRAM):
    A[0, 0] = 0.0
---- schedule
p = rearrange_dim(p, 'A', [1, 0])
---- expect error rearrange_dim.R1
A is an argument
