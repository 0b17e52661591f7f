def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    for i in seq(0, n):
        x[i] = A[i]
---- schedule
p = resize_dim(p, 'x', 0, 'n - 1', 0)
---- expect error resize_dim.S1
counterexample
