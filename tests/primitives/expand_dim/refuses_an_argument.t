def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 0.0
---- schedule
p = expand_dim(p, 'A', 4, '0')
---- expect error expand_dim.R1
A is an argument
