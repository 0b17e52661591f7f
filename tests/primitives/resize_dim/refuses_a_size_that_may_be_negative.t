def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    for i in seq(0, n - 4):
        x[i] = A[i]
---- schedule
p = resize_dim(p, 'x', 0, 'n - 4', 0)
---- expect error resize_dim.S2
counterexample
