def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    for i in seq(0, n):
        x = A[i]
    A[0] = x
---- schedule
p = expand_dim(p, 'x', 'n', 'i')
---- expect error expand_dim.R3
unknown name `i`
