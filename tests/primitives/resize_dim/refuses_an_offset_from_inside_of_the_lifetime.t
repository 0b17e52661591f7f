def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    for i in seq(0, n):
        x[i] = A[i]
---- schedule
p = resize_dim(p, 'x', 0, 1, 'i')
---- expect error resize_dim.R3
unknown name `i`
