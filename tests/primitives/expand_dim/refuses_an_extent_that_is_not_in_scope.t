def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    for i in seq(0, n):
        x = A[i]
---- schedule
p = expand_dim(p, 'x', 'i', '0')
---- expect error expand_dim.R2
unknown name `i`
